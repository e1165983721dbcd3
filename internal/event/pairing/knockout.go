package pairing

import "archmage/internal/coded"

// NoPerson marks a free slot of a bracket.
const NoPerson = -1

// Bracket returns the slots of a knockout at tables of two, in the order of the bracket: slots 0 and 1 meet, 2 and 3,
// and so on, and then the winner of the first table meets that of the second one. People are numbered by seed, the
// first one best. The number of slots is the least power of two that is enough; the first seeds meet NoPerson in the
// first round, and the first two seeds can meet only in the last one. It fails with CodeBadGroup unless n is 2 to
// MaxPeople.
func Bracket(n int) ([]int, error) {
	if err := checkKnockout(n); err != nil {
		return nil, err
	}
	slots := []int{0}
	for len(slots) < n {
		wider := make([]int, 0, 2*len(slots))
		for _, seed := range slots {
			wider = append(wider, seed, 2*len(slots)-1-seed)
		}
		slots = wider
	}
	for i, seed := range slots {
		if seed >= n {
			slots[i] = NoPerson
		}
	}
	return slots, nil
}

// Snake returns the tables of three or four of a round of a knockout. People are numbered by seed, the first one best;
// the tables get the seeds by turns, forward and backward, so that they are of equal strength. There are as few
// tables as possible, and their sizes differ by at most one. It fails with CodeBadGroup unless n is 2 to
// MaxPeople and size is MinSize to MaxSize.
func Snake(n, size int) ([][]int, error) {
	if err := checkKnockout(n); err != nil {
		return nil, err
	}
	if size < MinSize || size > MaxSize {
		return nil, coded.Errorf(CodeBadGroup, "a table has %d to %d seats, not %d", MinSize, MaxSize, size)
	}
	count := (n + size - 1) / size
	tables := make([][]int, count)
	for seed := range n {
		table := seed % count
		if seed/count%2 == 1 {
			table = count - 1 - table
		}
		tables[table] = append(tables[table], seed)
	}
	return tables, nil
}

func checkKnockout(n int) error {
	if n < 2 || n > MaxPeople {
		return coded.Errorf(CodeBadGroup, "a knockout has 2 to %d people, not %d", MaxPeople, n)
	}
	return nil
}
