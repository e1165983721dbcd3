package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"archmage/internal/game"
)

// maxTallied is the limit for separate counts. Numbers from 0 to maxTallied-1 have a count each, and all other
// numbers are counted together.
const maxTallied = 1 << 10

// tally counts the occurrences of each value of a fact.
type tally struct {
	game.Tally
	numbers []int
	ids     map[string]int
	other   int
}

// countEvent adds an event to all tallies of its kind.
func countEvent(tallies []tally, e *game.Event) {
	for i := range tallies {
		if t := &tallies[i]; t.Event == e.Kind {
			t.count(e.Public)
			t.count(e.Private)
		}
	}
}

func (t *tally) count(facts game.Facts) {
	for i := range facts {
		fact := &facts[i]
		switch {
		case fact.Name != t.Fact:
		case fact.Text != "":
			if t.ids == nil {
				t.ids = map[string]int{}
			}
			t.ids[fact.Text]++
		case fact.Int < 0 || fact.Int >= maxTallied:
			t.other++
		default:
			for len(t.numbers) <= fact.Int {
				t.numbers = append(t.numbers, 0)
			}
			t.numbers[fact.Int]++
		}
	}
}

func (t *tally) merge(o *tally) {
	for len(t.numbers) < len(o.numbers) {
		t.numbers = append(t.numbers, 0)
	}
	for i, n := range o.numbers {
		t.numbers[i] += n
	}
	if t.ids == nil {
		t.ids = map[string]int{}
	}
	for id, n := range o.ids {
		t.ids[id] += n
	}
	t.other += o.other
}

// countOf returns the number of times that a value occurred. text is a value that values returns.
func (t *tally) countOf(text string) int {
	if n, err := strconv.Atoi(text); err == nil && n < len(t.numbers) {
		return t.numbers[n]
	}
	if text == otherValues {
		return t.other
	}
	return t.ids[text]
}

// otherValues is the row for all numbers that are not counted separately.
const otherValues = "other"

// values returns all values that occurred: numbers in order, then texts in order, then otherValues.
func values(columns []*tally) []string {
	var numbers []int
	ids := map[string]bool{}
	other := false
	for _, t := range columns {
		for i, n := range t.numbers {
			if n > 0 {
				numbers = append(numbers, i)
			}
		}
		for id := range t.ids {
			ids[id] = true
		}
		other = other || t.other > 0
	}
	slices.Sort(numbers)
	var list []string
	for _, n := range slices.Compact(numbers) {
		list = append(list, strconv.Itoa(n))
	}
	list = append(list, slices.Sorted(maps.Keys(ids))...)
	if other {
		list = append(list, otherValues)
	}
	return list
}

// tableWidth is the maximum width of a table of tallies in characters.
const tableWidth = 100

// printTallies prints a table with a row for each value of the fact and a column for each kind of event. Long
// tables are split into blocks side by side.
func printTallies(w io.Writer, fact string, columns []*tally) {
	rows := [][]string{{fact}}
	for _, t := range columns {
		rows[0] = append(rows[0], t.Event)
	}
	for _, value := range values(columns) {
		row := []string{value}
		for _, t := range columns {
			row = append(row, strconv.Itoa(t.countOf(value)))
		}
		rows = append(rows, row)
	}
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], len(cell))
		}
	}
	total := 4 // the separator between two blocks
	for _, n := range width {
		total += n + 2
	}
	body := rows[1:]
	blocks := max(1, min(tableWidth/total, (len(body)+9)/10))
	height := (len(body) + blocks - 1) / blocks
	fmt.Fprintln(w)
	for line := range height + 1 {
		var text strings.Builder
		for block := range blocks {
			row := rows[0]
			if index := block*height + line - 1; line > 0 && index >= len(body) {
				continue
			} else if line > 0 {
				row = body[index]
			}
			if block > 0 {
				text.WriteString("   |")
			}
			for i, cell := range row {
				fmt.Fprintf(&text, "%*s", width[i]+2, cell)
			}
		}
		fmt.Fprintln(w, text.String())
	}
}
