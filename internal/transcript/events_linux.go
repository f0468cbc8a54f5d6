package transcript

import (
	"errors"
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"
)

// maxWatches bounds the watched folders; what lies elsewhere is polled. A
// watch costs the kernel about a kilobyte.
const maxWatches = 4096

// EventsTrusted: an event comes with every change of a file.
const EventsTrusted = true

// exhausted reports whether the system has no watches or descriptors left.
func exhausted(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

// local are the file systems that only this kernel changes, so that no change
// is without an event.
var local = map[int64]bool{
	unix.EXT4_SUPER_MAGIC: true, unix.XFS_SUPER_MAGIC: true, unix.BTRFS_SUPER_MAGIC: true,
	unix.TMPFS_MAGIC: true, unix.RAMFS_MAGIC: true, unix.OVERLAYFS_SUPER_MAGIC: true,
	unix.F2FS_SUPER_MAGIC: true, unix.REISERFS_SUPER_MAGIC: true, unix.NILFS_SUPER_MAGIC: true,
	unix.ECRYPTFS_SUPER_MAGIC: true, unix.MSDOS_SUPER_MAGIC: true, unix.EXFAT_SUPER_MAGIC: true,
	0x2fc12fc1: true, // zfs
	0xca451a4e: true, // bcachefs
	0x3153464a: true, // jfs
	0x7366746e: true, // ntfs3
}

// eventless names the kind of dir's file system when changes can go without
// events: network, 9P and FUSE file systems; "" when they cannot.
func eventless(dir string) string {
	var st unix.Statfs_t
	if unix.Statfs(dir, &st) != nil || local[int64(st.Type)&0xffffffff] {
		return ""
	}
	switch int64(st.Type) & 0xffffffff {
	case unix.NFS_SUPER_MAGIC:
		return "NFS"
	case unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC:
		return "SMB"
	case unix.V9FS_MAGIC:
		return "9P"
	case unix.FUSE_SUPER_MAGIC:
		return "FUSE"
	}
	return fmt.Sprintf("file system %#x", int64(st.Type)&0xffffffff)
}
