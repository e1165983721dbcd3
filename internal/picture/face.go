package picture

import (
	"fmt"

	"archmage/internal/face"
)

// discs are the tints, as style sheets have them.
var discs = [face.Tints]string{"#a85a34", "#3f6a8c", "#8a7436", "#5f8048", "#84476c", "#2f7a72"}

// face draws a face into a square, in a mood of the client's style sheets.
func (c canvas) face(f face.Face, mood string, x, y, size float32) error {
	vars := map[string]string{"--disc": discs[f.Tint]}
	for _, each := range []string{"calm", "think", "glad", "hit"} {
		vars["--face-"+each] = map[bool]string{true: "visible", false: "hidden"}[each == mood]
	}
	ring := "p-ring"
	if f.Bot {
		ring = "p-cog"
	}
	if err := c.symbol(ring, x, y, size, vars); err != nil {
		return err
	}
	if err := c.symbol("p-"+f.Animal, x, y, size, vars); err != nil {
		return fmt.Errorf("the face %v: %w", f, err)
	}
	return nil
}
