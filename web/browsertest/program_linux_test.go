package browsertest

import (
	"os/exec"
	"syscall"
)

// endWithTests makes the process end with the test process, also after a timeout.
func endWithTests(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
