package transcript

// readEnd reads the last bytes of a file of which a stat said that it is a
// regular one of that size.
func readEnd(path string, size int64, buf []byte) []byte {
	f, err := openRegular(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	buf = buf[:min(size, int64(len(buf)))]
	n, _ := f.ReadAt(buf, size-int64(len(buf)))
	return buf[:n]
}
