//go:build !windows

package main

import "syscall"

// freeBytes returns what is left on the disk of a folder.
func freeBytes(folder string) (uint64, error) {
	var disk syscall.Statfs_t
	err := syscall.Statfs(folder, &disk)
	return disk.Bavail * uint64(disk.Bsize), err
}

// othersHaveBits: the bits of a folder's mode say whether others can open it.
const othersHaveBits = true
