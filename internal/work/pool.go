package work

import "sync"

// Pool is a number of goroutines that run the searches of bots and analyses.
type Pool struct {
	Size int
	// Next takes functions to run. Functions in Idle run only when no other one waits.
	Next, Idle chan func()

	stop    chan struct{}
	running sync.WaitGroup
}

// NewPool starts a pool of size workers.
func NewPool(size int) *Pool {
	p := &Pool{Size: size, Next: make(chan func(), 16*size), Idle: make(chan func()), stop: make(chan struct{})}
	for range size {
		p.running.Go(p.work)
	}
	return p
}

// Close waits until every worker has finished its present function. Functions that wait are not
// run.
func (p *Pool) Close() {
	close(p.stop)
	p.running.Wait()
}

// work is the loop of a worker. It takes a function from Idle only if none waits in Next.
func (p *Pool) work() {
	for {
		select {
		case <-p.stop:
			return
		case do := <-p.Next:
			do()
			continue
		default:
		}
		select {
		case <-p.stop:
			return
		case do := <-p.Next:
			do()
		case do := <-p.Idle:
			do()
		}
	}
}
