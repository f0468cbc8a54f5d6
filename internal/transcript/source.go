package transcript

import (
	"bytes"
	"hash/maphash"
	"io"
	"os"

	"agentisland/internal/tail"
)

// blockSize is the most of a file's end that one reading keeps, in bytes, so
// that labels and events come from one read.
const blockSize = 128 << 10

// source is one open transcript. What was read of its end is kept: the first
// read serves both the labels and the classifier.
type source struct {
	f     *os.File
	size  int64
	block []byte // room for the file's last bytes
	have  int    // how many of them are there, at the end of block
	read  int64  // bytes read from the file
}

// open makes s the source of f, of which the first size bytes count.
func (s *source) open(f *os.File, size int64) {
	if s.block == nil {
		s.block = make([]byte, blockSize)
	}
	*s = source{f: f, size: size, block: s.block}
}

// ReadAt implements io.ReaderAt.
func (s *source) ReadAt(p []byte, off int64) (int, error) {
	need := s.size - off
	atEnd := off+int64(len(p)) >= s.size-int64(s.have)
	if off < 0 || need < int64(len(p)) || need > int64(len(s.block)) || !atEnd {
		n, err := s.f.ReadAt(p, off)
		s.read += int64(n)
		return n, err
	}
	if err := s.load(int(need)); err != nil {
		return 0, err
	}
	return copy(p, s.block[len(s.block)-int(need):]), nil
}

// load makes the last need bytes known, which must fit the block.
func (s *source) load(need int) error {
	missing := need - s.have
	if missing <= 0 {
		return nil
	}
	at := len(s.block) - need
	n, err := s.f.ReadAt(s.block[at:at+missing], s.size-int64(need))
	s.read += int64(n)
	if n < missing {
		return short(err)
	}
	s.have = need
	return nil
}

func short(err error) error {
	if err == nil {
		return io.EOF
	}
	return err
}

var seed = maphash.MakeSeed()

// markSize is how many bytes before a place prove that the file is still the
// one that was read up to there.
const markSize = 64

// mark is a digest of the bytes before off; 0 when there are none.
func (s *source) mark(off int64) uint64 {
	n := min(off, markSize)
	if n <= 0 {
		return 0
	}
	var b [markSize]byte
	if k, _ := s.ReadAt(b[:n], off-n); int64(k) < n {
		return 0
	}
	return maphash.Bytes(seed, b[:n])
}

// lineEnd is where the last whole line ends, from when none ended since there.
// It is the file's size when the last line is longer than what was read.
func (s *source) lineEnd(from int64) int64 {
	if i := bytes.LastIndexByte(s.block[len(s.block)-s.have:], '\n'); i >= 0 {
		return s.size - int64(s.have-i-1)
	}
	if s.size-int64(s.have) <= from {
		return from
	}
	return s.size
}

// newest calls yield for the lines of the bytes [from, size), newest first,
// until it returns false. It reads in steps of growing size and asks more
// before each but the first, with the bytes read so far. The oldest line may be
// a part of one. A newest one without an end is left out: it may still become
// another.
func (s *source) newest(from int64, more func(read int64) bool, yield func(line []byte) bool) {
	most := min(s.size-from, int64(len(s.block)))
	done := 0 // bytes from the end whose lines were handed out
	for n := int64(0); n < most && (n == 0 || more(n)); {
		n = min(max(tail.FirstStep, 4*n), most)
		if s.load(int(n)) != nil {
			return
		}
		for {
			rest := s.block[len(s.block)-int(n) : len(s.block)-done]
			i := bytes.LastIndexByte(rest, '\n')
			if i < 0 && n < most {
				break
			}
			line := rest[i+1:]
			whole := done > 0
			done = int(n) - i
			if whole && len(line) > 0 && !yield(line) || i < 0 {
				return
			}
		}
	}
}

// firstStep is the first read from a file's beginning, in bytes: it holds
// Claude's first prompt and all but the instructions of a rollout's header.
const firstStep = 4 << 10

// oldest calls yield for the whole lines at the beginning of the file, until it
// returns false or most bytes were read. part is what follows the last whole
// line within them, read the number of bytes looked at.
func (s *source) oldest(most int64, yield func(line []byte) bool) (part []byte, read int64) {
	most = min(most, s.size)
	var buf []byte
	done := 0 // bytes of buf that were handed out
	for n := int64(firstStep); ; n *= 4 {
		n = min(n, most)
		buf = append(buf, make([]byte, n-int64(len(buf)))...)
		k, _ := s.ReadAt(buf[read:], read)
		if read += int64(k); read < n {
			most = read
		}
		for {
			i := bytes.IndexByte(buf[done:read], '\n')
			if i < 0 {
				break
			}
			line := buf[done : done+i]
			done += i + 1
			if !yield(line) {
				return nil, read
			}
		}
		if read >= most {
			return buf[done:read], read
		}
	}
}
