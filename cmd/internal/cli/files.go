package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"archmage/internal/coded"
)

// The codes of errors about a file.
const (
	// CodeUnreadable means that the file cannot be opened or read.
	CodeUnreadable coded.Code = "unreadable"
	// CodeTooLarge means that the file is larger than the command accepts.
	CodeTooLarge coded.Code = "too_large"
	// CodePanic means that the rules panicked, because of the file or in a simulated game. It shows a bug in the
	// rules.
	CodePanic coded.Code = "panic"
)

// ReadFile reads a whole file, or standard input for "-". Its errors have the code CodeUnreadable, or
// CodeTooLarge if there are more than limit bytes.
func (o *IO) ReadFile(name string, limit int64) ([]byte, error) {
	in := o.Stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, unreadable(err)
		}
		defer func() { _ = file.Close() }() // nothing was written that could be lost
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err != nil {
		return nil, unreadable(err)
	}
	if int64(len(data)) > limit {
		return nil, coded.Errorf(CodeTooLarge, "the file is longer than %d bytes", limit)
	}
	return data, nil
}

func unreadable(err error) error {
	// The user has given the name of the file, so it is left out.
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	return coded.Errorf(CodeUnreadable, "%v", err)
}

// Panicked describes a recovered panic in one line: the value and the function that panicked. It must be called
// directly in the deferred function.
func Panicked(value any) string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for seen := false; ; {
		frame, more := frames.Next()
		inRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if seen && !inRuntime {
			file := frame.File[strings.LastIndexByte(frame.File, '/')+1:]
			return fmt.Sprintf("%v (in %s, %s:%d)", value, frame.Function, file, frame.Line)
		}
		seen = seen || inRuntime
		if !more {
			return fmt.Sprint(value)
		}
	}
}
