package simple

import (
	"encoding/json"
	"fmt"
	"slices"

	"archmage/internal/game"
)

// pileSize is the largest number of pieces in a [Pile].
const pileSize = 128

// Pile is a pile of up to 128 numbered pieces, such as a deck, a hand or a bag. The last piece is the top. A
// copy of a pile is independent. In JSON it is a list of numbers.
type Pile struct {
	count  uint8
	pieces [pileSize]uint8
}

// Len returns the number of pieces.
func (p *Pile) Len() int { return int(p.count) }

// Add puts pieces on top. Pieces are numbered from 0 to 255. It panics if the pile gets more than 128.
func (p *Pile) Add(pieces ...int) {
	for _, piece := range pieces {
		if piece < 0 || piece > 255 {
			panic(fmt.Sprintf("simple: a pile cannot hold the piece %d", piece))
		}
		p.pieces[p.count] = uint8(piece)
		p.count++
	}
}

// Draw takes the top piece. It panics if the pile is empty.
func (p *Pile) Draw() int {
	p.count--
	piece := p.pieces[p.count]
	p.pieces[p.count] = 0
	return int(piece)
}

// Has reports whether the piece is in the pile.
func (p *Pile) Has(piece int) bool { return slices.Contains(p.List(), piece) }

// Remove takes a piece out of the pile and reports whether it was there.
func (p *Pile) Remove(piece int) bool {
	index := slices.Index(p.List(), piece)
	if index < 0 {
		return false
	}
	copy(p.pieces[index:], p.pieces[index+1:p.count])
	p.Draw()
	return true
}

// List returns the pieces from the bottom to the top.
func (p *Pile) List() []int {
	list := make([]int, p.count)
	for i := range list {
		list[i] = int(p.pieces[i])
	}
	return list
}

// Sorted returns the pieces in ascending order. Documents show hands so, because the order in which cards came
// to a hand can be a secret.
func (p *Pile) Sorted() []int {
	list := p.List()
	slices.Sort(list)
	return list
}

// Shuffle puts the pieces into a random order.
func (p *Pile) Shuffle(random *game.RNG) { game.Shuffle(random, p.pieces[:p.count]) }

// Redeal shuffles the pieces of all piles together and deals them again, so that each pile keeps its size.
// [Game.Hide] uses it for the piles that the viewer cannot see. The result does not depend on where the
// pieces were.
func Redeal(random *game.RNG, piles ...*Pile) {
	var pieces []uint8
	for _, pile := range piles {
		pieces = append(pieces, pile.pieces[:pile.count]...)
	}
	slices.Sort(pieces)
	game.Shuffle(random, pieces)
	for _, pile := range piles {
		pieces = pieces[copy(pile.pieces[:pile.count], pieces):]
	}
}

// MarshalJSON writes the pieces as a list of numbers.
func (p Pile) MarshalJSON() ([]byte, error) { return json.Marshal(p.List()) }

// UnmarshalJSON reads what MarshalJSON wrote.
func (p *Pile) UnmarshalJSON(text []byte) error {
	var list []uint8Number
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	if len(list) > pileSize {
		return fmt.Errorf("a pile of %d pieces, more than %d", len(list), pileSize)
	}
	*p = Pile{}
	for _, piece := range list {
		p.Add(int(piece))
	}
	return nil
}

// uint8Number is a number from 0 to 255. Lists of it are JSON lists, while lists of bytes are base64 texts.
type uint8Number uint8
