package browsertest

import (
	"os/exec"
	"syscall"
)

// endWithTests makes a process end with the tests, however they end: a run that
// takes too long leaves nothing behind.
func endWithTests(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
