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

// tally counts the occurrences of each value of a fact. intCounts has the counts of numbers below maxTallied, by
// number. textCounts has the counts of texts. otherCount counts all other numbers.
type tally struct {
	game.Tally
	intCounts  []int
	textCounts map[string]int
	otherCount int
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
			if t.textCounts == nil {
				t.textCounts = map[string]int{}
			}
			t.textCounts[fact.Text]++
		case fact.Int < 0 || fact.Int >= maxTallied:
			t.otherCount++
		default:
			for len(t.intCounts) <= fact.Int {
				t.intCounts = append(t.intCounts, 0)
			}
			t.intCounts[fact.Int]++
		}
	}
}

func (t *tally) merge(o *tally) {
	for len(t.intCounts) < len(o.intCounts) {
		t.intCounts = append(t.intCounts, 0)
	}
	for i, n := range o.intCounts {
		t.intCounts[i] += n
	}
	if t.textCounts == nil {
		t.textCounts = map[string]int{}
	}
	for id, n := range o.textCounts {
		t.textCounts[id] += n
	}
	t.otherCount += o.otherCount
}

// countOf returns the number of times that a value occurred. value is one of the texts that values returns.
func (t *tally) countOf(value string) int {
	if n, err := strconv.Atoi(value); err == nil && n < len(t.intCounts) {
		return t.intCounts[n]
	}
	if value == otherValues {
		return t.otherCount
	}
	return t.textCounts[value]
}

// otherValues is the row for all numbers that are not counted separately.
const otherValues = "other"

// values returns all values that occurred: numbers in order, then texts in order, then otherValues.
func values(columns []*tally) []string {
	var numbers []int
	texts := map[string]bool{}
	hasOther := false
	for _, t := range columns {
		for i, n := range t.intCounts {
			if n > 0 {
				numbers = append(numbers, i)
			}
		}
		for id := range t.textCounts {
			texts[id] = true
		}
		hasOther = hasOther || t.otherCount > 0
	}
	slices.Sort(numbers)
	var list []string
	for _, n := range slices.Compact(numbers) {
		list = append(list, strconv.Itoa(n))
	}
	list = append(list, slices.Sorted(maps.Keys(texts))...)
	if hasOther {
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
	columnWidths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			columnWidths[i] = max(columnWidths[i], len(cell))
		}
	}
	blockWidth := 4 // the separator between two blocks
	for _, n := range columnWidths {
		blockWidth += n + 2
	}
	body := rows[1:]
	blocks := max(1, min(tableWidth/blockWidth, (len(body)+9)/10))
	height := (len(body) + blocks - 1) / blocks
	fmt.Fprintln(w)
	for line := range height + 1 {
		var lineText strings.Builder
		for block := range blocks {
			row := rows[0]
			if index := block*height + line - 1; line > 0 && index >= len(body) {
				continue
			} else if line > 0 {
				row = body[index]
			}
			if block > 0 {
				lineText.WriteString("   |")
			}
			for i, cell := range row {
				fmt.Fprintf(&lineText, "%*s", columnWidths[i]+2, cell)
			}
		}
		fmt.Fprintln(w, lineText.String())
	}
}
