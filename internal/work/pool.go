//go:build !js

// The rules in a browser need no pool, and a logger would double their size.

package work

import (
	"sync"

	"go.uber.org/zap"
)

// Pool is a pool of goroutines that run the searches of bots and analyses.
type Pool struct {
	Size int
	// Next takes functions to run. Functions in Idle run only when no function waits in Next.
	Next, Idle chan func()

	log     *zap.Logger
	stop    chan struct{}
	running sync.WaitGroup
}

// NewPool starts a pool of size workers. If a function panics, the panic is logged and the worker goes on. log
// can be nil.
func NewPool(size int, log *zap.Logger) *Pool {
	if log == nil {
		log = zap.NewNop()
	}
	p := &Pool{
		Size: size,
		Next: make(chan func(), 16*size),
		Idle: make(chan func()),
		log:  log,
		stop: make(chan struct{}),
	}
	for range size {
		p.running.Go(p.work)
	}
	return p
}

// Close waits until every worker has finished its current function. Functions that wait are not
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
			p.run(do)
			continue
		default:
		}
		select {
		case <-p.stop:
			return
		case do := <-p.Next:
			p.run(do)
		case do := <-p.Idle:
			p.run(do)
		}
	}
}

// run calls a function, and logs it if it panics.
func (p *Pool) run(do func()) {
	err := Catch(func() error {
		do()
		return nil
	})
	if err != nil {
		p.log.Error("a search has failed", zap.Error(err))
	}
}
