package socket_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"archmage/internal/strict"
	"archmage/internal/transport/frame"
	"archmage/internal/transport/transporttest"
)

// BenchmarkStrict measures decoding the most frequent frame of a client: with frame.Decode,
// and with strict.Decode into one struct or into two.
func BenchmarkStrict(b *testing.B) {
	data := []byte(transporttest.Frames["answer"].Text)
	b.Run("DecodeFrame", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := frame.Decode(data); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("strict.Decode twice", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var head struct {
				Type string         `json:"type"`
				ID   string         `json:"id"`
				Rest jsontext.Value `json:",inline"`
			}
			if err := strict.Decode(data, &head); err != nil {
				b.Fatal(err)
			}
			var rest struct {
				Decision *uint64        `json:"decision"`
				Choice   jsontext.Value `json:"choice"`
			}
			if err := strict.Decode(head.Rest, &rest); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("strict.Decode once", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var frame struct {
				Type     string         `json:"type"`
				ID       string         `json:"id"`
				Decision *uint64        `json:"decision"`
				Choice   jsontext.Value `json:"choice"`
			}
			if err := strict.Decode(data, &frame); err != nil {
				b.Fatal(err)
			}
		}
	})
}
