package pairing

import "slices"

// matcher finds a perfect matching of minimum weight in a complete graph with an even number of vertices, by
// Edmonds' blossom algorithm in its primal-dual form. Each phase grows alternating trees from all free vertices,
// shrinks odd cycles (blossoms) of tight edges into one vertex, and changes the dual values until an augmenting path
// of tight edges is found. There are n/2 phases of O(n²) steps.
//
// Vertices are numbered from 1, and 0 means none. The numbers from n+1 to top are blossoms. An edge is tight if twice
// its cost is the sum of the duals of its ends.
type matcher struct {
	n, top int
	// costs is a table of (n+1) × (n+1). All numbers in it are even, so that all halves are whole.
	costs []cost
	dual  []cost
	// edges has the edge of least slack between two vertices or blossoms. Its ends are vertices.
	edges [][]edge
	// mate is the vertex to which a vertex or blossom is matched. outer is the outermost blossom that contains it.
	mate, outer []int
	// parent is the vertex from which a tree has reached a vertex or blossom. slack is the vertex of a tree whose
	// edge to it has the least slack.
	parent, slack []int
	label         []label
	// cycle lists what a blossom consists of, in the order of its cycle, the base first. inside has, for each blossom
	// and vertex, the member of the cycle that contains the vertex.
	cycle  [][]int
	inside [][]int
	// marks are used to find where two paths meet.
	marks []int
	mark  int
	queue []int
}

// edge is an edge between two vertices.
type edge struct{ u, v int }

// label is the part of a vertex in the trees of a phase.
type label int8

const (
	unreached label = iota
	even            // at an even distance from the root of a tree
	odd
)

// minimumMatching returns a perfect matching of n vertices with the least sum of costs, as the mate of each vertex. n
// is even; vertices are numbered from 0.
func minimumMatching(n int, costOf func(a, b int) cost) []int {
	size := n + n/2 + 1
	m := &matcher{
		n:      n,
		top:    n,
		costs:  make([]cost, (n+1)*(n+1)),
		dual:   make([]cost, size),
		edges:  make([][]edge, size),
		mate:   make([]int, size),
		outer:  make([]int, size),
		parent: make([]int, size),
		slack:  make([]int, size),
		label:  make([]label, size),
		cycle:  make([][]int, size),
		inside: make([][]int, size),
		marks:  make([]int, size),
	}
	for i := range size {
		m.edges[i] = make([]edge, size)
		m.inside[i] = make([]int, n+1)
	}
	for u := 1; u <= n; u++ {
		m.outer[u] = u
		m.inside[u][u] = u
		for v := 1; v <= n; v++ {
			if u == v {
				continue
			}
			c := costOf(u-1, v-1).times(2)
			m.costs[u*(n+1)+v] = c
			m.edges[u][v] = edge{u, v}
			if v == 1 || u == 1 && v == 2 || c.less(m.dual[u]) {
				m.dual[u] = c
			}
		}
	}
	for m.phase() {
	}
	mates := make([]int, n)
	for u := range mates {
		mates[u] = m.mate[u+1] - 1
	}
	return mates
}

// slackOf returns by how much an edge is not tight.
func (m *matcher) slackOf(e edge) cost {
	return m.costs[e.u*(m.n+1)+e.v].times(2).minus(m.dual[e.u]).minus(m.dual[e.v])
}

// phase adds an edge to the matching. It returns false if the matching is perfect.
func (m *matcher) phase() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.top; x++ {
		m.label[x], m.slack[x] = unreached, 0
	}
	for x := 1; x <= m.top; x++ {
		if m.outer[x] == x && m.mate[x] == 0 {
			m.parent[x], m.label[x] = 0, even
			m.enqueue(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		if m.scan() {
			return true
		}
		m.adjust()
		if m.useTight() {
			return true
		}
		for b := m.n + 1; b <= m.top; b++ {
			if m.outer[b] == b && m.label[b] == odd && m.dual[b] == (cost{}) {
				m.expand(b)
			}
		}
	}
}

// scan looks at the edges of the vertices in the queue. It returns true if the matching has grown.
func (m *matcher) scan() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		if m.label[m.outer[u]] == odd {
			continue
		}
		for v := 1; v <= m.n; v++ {
			if m.outer[u] == m.outer[v] {
				continue
			}
			if e := (edge{u, v}); m.slackOf(e) == (cost{}) {
				if m.reach(e) {
					return true
				}
			} else {
				m.updateSlack(u, m.outer[v])
			}
		}
	}
	return false
}

// adjust changes the duals by as much as possible, so that another edge is tight or a blossom can be expanded.
func (m *matcher) adjust() {
	var delta cost
	found := false
	consider := func(c cost) {
		if !found || c.less(delta) {
			delta, found = c, true
		}
	}
	for b := m.n + 1; b <= m.top; b++ {
		if m.outer[b] == b && m.label[b] == odd {
			consider(m.dual[b].half())
		}
	}
	for x := 1; x <= m.top; x++ {
		if m.outer[x] != x || m.slack[x] == 0 {
			continue
		}
		switch c := m.slackOf(m.edges[m.slack[x]][x]); m.label[x] {
		case unreached:
			consider(c)
		case even:
			consider(c.half())
		}
	}
	for u := 1; u <= m.n; u++ {
		switch m.label[m.outer[u]] {
		case even:
			m.dual[u] = m.dual[u].plus(delta)
		case odd:
			m.dual[u] = m.dual[u].minus(delta)
		}
	}
	for b := m.n + 1; b <= m.top; b++ {
		if m.outer[b] != b {
			continue
		}
		switch m.label[b] {
		case even:
			m.dual[b] = m.dual[b].plus(delta.times(2))
		case odd:
			m.dual[b] = m.dual[b].minus(delta.times(2))
		}
	}
}

// useTight looks at the edges that adjust has made tight. It returns true if the matching has grown.
func (m *matcher) useTight() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.top; x++ {
		if m.outer[x] != x || m.slack[x] == 0 || m.outer[m.slack[x]] == x {
			continue
		}
		if e := m.edges[m.slack[x]][x]; m.slackOf(e) == (cost{}) && m.reach(e) {
			return true
		}
	}
	return false
}

// reach uses a tight edge from an even vertex: a tree grows, a cycle becomes a blossom, or the matching grows, for
// which it returns true.
func (m *matcher) reach(e edge) bool {
	u, v := m.outer[e.u], m.outer[e.v]
	switch m.label[v] {
	case unreached:
		m.parent[v], m.label[v] = e.u, odd
		next := m.outer[m.mate[v]]
		m.slack[v], m.slack[next] = 0, 0
		m.label[next] = even
		m.enqueue(next)
	case even:
		meeting := m.meeting(u, v)
		if meeting == 0 {
			m.augment(u, v)
			m.augment(v, u)
			return true
		}
		m.shrink(u, meeting, v)
	}
	return false
}

func (m *matcher) updateSlack(u, x int) {
	if m.slack[x] == 0 || m.slackOf(m.edges[u][x]).less(m.slackOf(m.edges[m.slack[x]][x])) {
		m.slack[x] = u
	}
}

// findSlack sets the slack of x anew.
func (m *matcher) findSlack(x int) {
	m.slack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.edges[u][x] != (edge{}) && m.outer[u] != x && m.label[m.outer[u]] == even {
			m.updateSlack(u, x)
		}
	}
}

// enqueue adds the vertices of x to the queue.
func (m *matcher) enqueue(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, part := range m.cycle[x] {
		m.enqueue(part)
	}
}

// setOuter makes b the outermost blossom of x and everything in it.
func (m *matcher) setOuter(x, b int) {
	m.outer[x] = b
	if x > m.n {
		for _, part := range m.cycle[x] {
			m.setOuter(part, b)
		}
	}
}

// evenPath returns the place of a member in the cycle of a blossom, after turning the cycle so that the way from the
// base to the member has an even number of edges.
func (m *matcher) evenPath(b, member int) int {
	place := slices.Index(m.cycle[b], member)
	if place%2 == 0 {
		return place
	}
	slices.Reverse(m.cycle[b][1:])
	return len(m.cycle[b]) - place
}

// match matches u to v by the edge between them, and the members of u among each other.
func (m *matcher) match(u, v int) {
	e := m.edges[u][v]
	m.mate[u] = e.v
	if u <= m.n {
		return
	}
	member := m.inside[u][e.u]
	place := m.evenPath(u, member)
	for i := range place {
		m.match(m.cycle[u][i], m.cycle[u][i^1])
	}
	m.match(member, v)
	m.cycle[u] = append(slices.Clone(m.cycle[u][place:]), m.cycle[u][:place]...)
}

// augment exchanges matched and free edges on the path from u to its root, after which u is matched to v.
func (m *matcher) augment(u, v int) {
	for {
		next := m.outer[m.mate[u]]
		m.match(u, v)
		if next == 0 {
			return
		}
		up := m.outer[m.parent[next]]
		m.match(next, up)
		u, v = up, next
	}
}

// meeting returns where the paths from u and v to their roots meet, 0 if they have different roots.
func (m *matcher) meeting(u, v int) int {
	m.mark++
	for u != 0 || v != 0 {
		if u != 0 {
			if m.marks[u] == m.mark {
				return u
			}
			m.marks[u] = m.mark
			if u = m.outer[m.mate[u]]; u != 0 {
				u = m.outer[m.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// shrink makes a blossom of the cycle of the tight edge between u and v and their paths to where they meet.
func (m *matcher) shrink(u, base, v int) {
	b := m.n + 1
	for b <= m.top && m.outer[b] != 0 {
		b++
	}
	m.top = max(m.top, b)
	m.dual[b], m.label[b] = cost{}, even
	m.mate[b], m.parent[b] = m.mate[base], m.parent[base]
	cycle := []int{base}
	climb := func(x int) {
		for x != base {
			y := m.outer[m.mate[x]]
			cycle = append(cycle, x, y)
			m.enqueue(y)
			x = m.outer[m.parent[y]]
		}
	}
	climb(u)
	slices.Reverse(cycle[1:])
	climb(v)
	m.cycle[b] = cycle
	m.setOuter(b, b)
	for x := 1; x <= m.top; x++ {
		m.edges[b][x], m.edges[x][b] = edge{}, edge{}
	}
	clear(m.inside[b])
	for _, part := range cycle {
		for x := 1; x <= m.top; x++ {
			candidate := m.edges[part][x]
			if candidate == (edge{}) {
				continue
			}
			if m.edges[b][x] == (edge{}) || m.slackOf(candidate).less(m.slackOf(m.edges[b][x])) {
				m.edges[b][x], m.edges[x][b] = candidate, m.edges[x][part]
			}
		}
		for x := 1; x <= m.n; x++ {
			if m.inside[part][x] != 0 {
				m.inside[b][x] = part
			}
		}
	}
	m.findSlack(b)
}

// expand dissolves a blossom at an odd place of a tree into its members.
func (m *matcher) expand(b int) {
	for _, part := range m.cycle[b] {
		m.setOuter(part, part)
	}
	entry := m.inside[b][m.edges[b][m.parent[b]].u]
	place := m.evenPath(b, entry)
	for i := 0; i < place; i += 2 {
		x, next := m.cycle[b][i], m.cycle[b][i+1]
		m.parent[x] = m.edges[next][x].u
		m.label[x], m.label[next] = odd, even
		m.slack[x] = 0
		m.findSlack(next)
		m.enqueue(next)
	}
	m.label[entry], m.parent[entry] = odd, m.parent[b]
	for _, x := range m.cycle[b][place+1:] {
		m.label[x] = unreached
		m.findSlack(x)
	}
	m.outer[b] = 0
}
