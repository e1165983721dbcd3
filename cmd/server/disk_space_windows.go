package main

import "golang.org/x/sys/windows"

// freeBytes returns the number of free bytes on the disk of a folder.
func freeBytes(folder string) (free uint64, err error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	}
	return free, err
}

// privately calls create. File modes do not restrict other users on Windows.
func privately(create func()) { create() }

// hasPermissionBits is true if the mode of a file determines whether other users can open it.
const hasPermissionBits = false
