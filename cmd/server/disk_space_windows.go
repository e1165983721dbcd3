package main

import "golang.org/x/sys/windows"

// freeBytes returns how many bytes are left on the disk of a folder.
func freeBytes(folder string) (free uint64, err error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	}
	return free, err
}

// privately calls a function.
func privately(do func()) { do() }

// hasPermissionBits says that the mode of a folder does not tell whether other users can
// open it.
const hasPermissionBits = false
