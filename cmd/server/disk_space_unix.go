//go:build !windows

package main

import "syscall"

// freeBytes returns how many bytes are left on the disk of a folder.
func freeBytes(folder string) (uint64, error) {
	var disk syscall.Statfs_t
	err := syscall.Statfs(folder, &disk)
	return disk.Bavail * uint64(disk.Bsize), err
}

// privately calls a function that makes files which only their owner can open.
func privately(do func()) {
	before := syscall.Umask(0o177)
	defer syscall.Umask(before)
	do()
}

// hasPermissionBits says that the mode of a folder tells whether other users can open it.
const hasPermissionBits = true
