package work

import "sync"

// Pool is a number of workers that think for others.
type Pool struct {
	Size int
	// Next is what waits for a worker; Idle is for workers that have nothing else to
	// do.
	Next, Idle chan func()

	stop    chan struct{}
	running sync.WaitGroup
}

// NewPool returns so many workers.
func NewPool(size int) *Pool {
	p := &Pool{Size: size, Next: make(chan func(), 16*size), Idle: make(chan func()), stop: make(chan struct{})}
	for range size {
		p.running.Go(p.work)
	}
	return p
}

// Close waits until every worker has done what it does. What waits is not done.
func (p *Pool) Close() {
	close(p.stop)
	p.running.Wait()
}

// work is the loop of a worker. What has time waits until nothing else does.
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
