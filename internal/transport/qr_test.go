package transport

import (
	"encoding/json"
	"encoding/xml"
	"image"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"rsc.io/qr"

	"archmage/internal/coded"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/pages"
)

// qrMargin is the width of the light margin, in modules.
const qrMargin = 4

// modules returns the dark modules of a drawing, including the margin.
func modules(t *testing.T, drawing []byte) [][]bool {
	t.Helper()
	var svg struct {
		XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
		ViewBox string   `xml:"viewBox,attr"`
		Path    []struct {
			D string `xml:"d,attr"`
		} `xml:"path"`
	}
	require.NoError(t, xml.Unmarshal(drawing, &svg))
	require.Len(t, svg.Path, 1)
	box := strings.Fields(svg.ViewBox)
	require.Equal(t, []string{"0", "0", box[3], box[3]}, box)
	size, err := strconv.Atoi(box[3])
	require.NoError(t, err)
	grid := make([][]bool, size)
	for y := range grid {
		grid[y] = make([]bool, size)
	}
	runs := regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-(\d+)z`)
	require.Empty(t, runs.ReplaceAllString(svg.Path[0].D, ""))
	for _, run := range runs.FindAllStringSubmatch(svg.Path[0].D, -1) {
		var n [4]int
		for i := range n {
			n[i], err = strconv.Atoi(run[i+1])
			require.NoError(t, err)
		}
		require.Equal(t, n[2], n[3])
		for x := n[0]; x < n[0]+n[2]; x++ {
			require.False(t, grid[n[1]][x], "drawn twice")
			grid[n[1]][x] = true
		}
	}
	return grid
}

// asked returns the body of a request for a QR code of a text.
func asked(t *testing.T, text string) string {
	t.Helper()
	body, err := json.Marshal(map[string]string{"text": text})
	require.NoError(t, err)
	return string(body)
}

func drawn(t *testing.T, w *httptest.ResponseRecorder) [][]bool {
	t.Helper()
	require.Equal(t, http.StatusOK, w.Code, w.Body.String())
	require.Equal(t, "image/svg+xml", w.Header().Get("Content-Type"))
	require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	return modules(t, w.Body.Bytes())
}

func TestQR(t *testing.T) {
	d := newTestHandler(t, nil)
	const secret = "kept-from-everybody-else"
	link := "https://play.example/r/0d9c6a52-8f0b-4f8e-8a52-2b7f6f0f8d10#me=" + secret
	grid := drawn(t, d.ask("POST", "/api/qr", asked(t, link)))

	code, err := qr.Encode(link, qr.M)
	require.NoError(t, err)
	inner := code.Size
	require.Len(t, grid, inner+2*qrMargin)
	for y := range grid {
		for x := range grid[y] {
			require.Equal(t, code.Black(x-qrMargin, y-qrMargin), grid[y][x], "module %d %d", x, y)
		}
	}
	// Three corners have the squares by which readers find a code.
	for _, corner := range []image.Point{{}, {X: inner - 7}, {Y: inner - 7}} {
		for y := range 7 {
			for x := range 7 {
				ring := max(x-3, 3-x, y-3, 3-y)
				require.Equal(
					t,
					ring != 2,
					grid[corner.Y+y+qrMargin][corner.X+x+qrMargin],
					"%v: module %d %d",
					corner,
					x,
					y,
				)
			}
		}
	}
	require.Contains(t, d.logged.String(), "/api/qr")
	require.NotContains(t, d.logged.String(), secret)
}

func TestQRCodesOfAllLengths(t *testing.T) {
	d := newTestHandler(t, nil)
	size := 0
	for _, text := range []string{
		"7", "ARCHMAGE", "été", strings.Repeat("x", 100), strings.Repeat("é", pages.MaxQR/2),
		strings.Repeat("\x01", pages.MaxQR),
	} {
		grid := drawn(t, d.ask("POST", "/api/qr", asked(t, text)))
		require.GreaterOrEqual(t, len(grid), size)
		size = len(grid)
	}
	for _, body := range []string{
		asked(t, ""), asked(t, strings.Repeat("x", pages.MaxQR+1)), asked(t, "\x00"),
		`{}`, `{"text":1}`, `{"text":"a","level":"H"}`, `a`, ``,
	} {
		refused(t, d.ask("POST", "/api/qr", body), http.StatusBadRequest, coded.Malformed)
	}
	refused(t, d.ask("GET", "/api/qr?text=a", ""), http.StatusMethodNotAllowed, httpx.CodeBadMethod)
}
