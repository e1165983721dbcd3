package pages

import (
	"fmt"
	"net/http"
	"strings"

	"rsc.io/qr"

	"archmage/internal/coded"
	"archmage/internal/work"
)

// MaxQR is the greatest length of a QR code's text, in bytes: a link to a room with
// the secret of a personal link takes about 100.
const MaxQR = 256

// qrMargin is the width of the light margin that readers need, in modules.
const qrMargin = 4

// qr returns a `text` of 1 to 256 bytes as a QR code (`image/svg+xml`). The text can contain a secret, so neither
// the text nor the code is stored or logged. Allowed for anybody.
func (s *Pages) qr(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Text string `json:"text"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if body.Text == "" || len(body.Text) > MaxQR {
		return coded.Malformedf("the text has 1 to %d bytes", MaxQR)
	}
	var drawn []byte
	var err error
	work.Do(r.Context(), func() {
		var code *qr.Code
		if code, err = qr.Encode(body.Text, qr.M); err == nil {
			drawn = drawQR(code)
		}
	})
	if err != nil {
		// The library's error would contain the text.
		return coded.Errorf(coded.Internal, "the text cannot be drawn as a QR code")
	}
	w.Header().Set("Content-Type", contentType(".svg"))
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(drawn)
	return nil
}

// drawQR returns an SVG with the dark modules of a code as one path, row by row. A module is 1 wide,
// and the SVG includes the margin.
func drawQR(code *qr.Code) []byte {
	size := code.Size + 2*qrMargin
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for code.Black(x, y) { // no module outside of the code is black
				x++
			}
			if n := x - from; n > 0 {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from+qrMargin, y+qrMargin, n, n)
			}
		}
	}
	return fmt.Appendf(
		nil,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path d="%s"/></svg>`,
		size,
		size,
		path.String(),
	)
}
