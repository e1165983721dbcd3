package transport

import (
	"fmt"
	"image"
	"image/color"
	"net/http"
	"strings"

	"github.com/boombuler/barcode/qr"

	"archmage/internal/coded"
	"archmage/internal/transport/web"
	"archmage/internal/work"
)

// MaxQR is the greatest length of a QR code's text, in bytes: a link to a room with
// the secret of a personal link takes about 100.
const MaxQR = 256

// qrMargin is how many modules around a code stay light, which readers need.
const qrMargin = 4

// qr draws a text as a QR code. The text may hold a secret: neither it nor the
// drawing is kept or logged.
func (s *pagesAPI) qr(w http.ResponseWriter, r *http.Request) error {
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
		var code image.Image
		if code, err = qr.Encode(body.Text, qr.M, qr.Auto); err == nil {
			drawn = drawQR(code)
		}
	})
	if err != nil {
		// The library's error would contain the text.
		return coded.Errorf(web.CodeInternal, "the text cannot be drawn as a QR code")
	}
	w.Header().Set("Content-Type", contentType(".svg"))
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(drawn)
	return nil
}

// drawQR draws the dark modules of a code as one path, row by row: each module
// is 1 wide, and the margin is part of the drawing.
func drawQR(code image.Image) []byte {
	dark := func(x, y int) bool { return color.GrayModel.Convert(code.At(x, y)).(color.Gray).Y < 128 }
	bounds := code.Bounds()
	size := bounds.Dx() + 2*qrMargin
	var path strings.Builder
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			from := x
			for x < bounds.Max.X && dark(x, y) {
				x++
			}
			if n := x - from; n > 0 {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from-bounds.Min.X+qrMargin, y-bounds.Min.Y+qrMargin, n, n)
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
