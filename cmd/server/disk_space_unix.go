//go:build !windows

package main

import "syscall"

// freeBytes returns the number of free bytes on the disk of a folder.
func freeBytes(folder string) (uint64, error) {
	var disk syscall.Statfs_t
	err := syscall.Statfs(folder, &disk)
	return disk.Bavail * uint64(disk.Bsize), err
}

// privately calls create so that only the owner can open the files it makes. It changes the umask of the
// whole process during the call.
func privately(create func()) {
	before := syscall.Umask(0o177)
	defer syscall.Umask(before)
	create()
}

// hasPermissionBits is true if the mode of a file determines whether other users can open it.
const hasPermissionBits = true
