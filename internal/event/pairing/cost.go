package pairing

// cost is what a pair at a table, or a person without a table, costs. Costs are compared from the first number to
// the last one, so a later number only decides between arrangements that are equal in all earlier ones.
type cost [3]int64

func (c cost) plus(d cost) cost { return cost{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }

func (c cost) minus(d cost) cost { return cost{c[0] - d[0], c[1] - d[1], c[2] - d[2]} }

// times returns the cost multiplied by a small number.
func (c cost) times(n int64) cost { return cost{c[0] * n, c[1] * n, c[2] * n} }

// half returns the half of a cost whose numbers are even.
func (c cost) half() cost { return cost{c[0] / 2, c[1] / 2, c[2] / 2} }

func (c cost) less(d cost) bool {
	if c[0] != d[0] {
		return c[0] < d[0]
	}
	if c[1] != d[1] {
		return c[1] < d[1]
	}
	return c[2] < d[2]
}

// The parts of the first number of a cost. Every part is larger than what all smaller parts of a round can add up
// to: maxPairs pairs have met at most maxCount times, and fewer than MaxSize people have no table.
const (
	// worstBlock is the cost of two people at one table of whom one blocks the other.
	worstBlock = 1 << 40
	// worstMeeting is the cost of two people at one table who have met once. It is multiplied by the square of how
	// often they have met, so that meetings are spread evenly if they cannot be avoided.
	worstMeeting = 1 << 21
	// worstBye is the cost of a bye for a person who had one. It is multiplied like worstMeeting.
	worstBye = 1 << 11
)

// worstSeat is the cost, in the last number, of a table of two at which both have had the same seat too often.
// Lots are smaller: they are below lotRange for each table.
const (
	worstSeat = 1 << 20
	lotRange  = 1 << 10
)

// maxCount bounds how often something counts that has happened before: meetings, byes and seats.
const maxCount = 15

// square returns the square of a count, which is at most the square of maxCount.
func square(count int) int64 {
	count = min(count, maxCount)
	return int64(count) * int64(count)
}
