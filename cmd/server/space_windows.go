package main

import "golang.org/x/sys/windows"

// freeBytes returns what is left on the disk of a folder.
func freeBytes(folder string) (free uint64, err error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	}
	return free, err
}

// othersHaveBits: the bits of a folder's mode say nothing of others.
const othersHaveBits = false
