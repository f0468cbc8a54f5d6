package transcript

import (
	"io"
	"path/filepath"
	"time"

	"agentisland/internal/session"
)

// Change is one session whose transcript is new, grew, was rewritten, or is
// gone.
type Change struct {
	Session    session.Session
	Size       int64     // bytes to read
	FileTime   time.Time // the file's modification time
	Head       []byte    // Codex: what of the first line tells whether the thread is hidden
	Gone       bool      // no transcript of this session is left
	Archived   bool      // it is gone because the tool archived or compressed it
	Historical bool      // found by the first scan of its root
	Shallow    bool      // old, of a large home: only its last part is worth reading
	Fresh      bool      // another file than before, or one that shrank
	Err        error     // the file cannot be read; the labels come from its name
	Content    any       // what the store's Inspect made of it, nil when it was not read
}

// Batch is what one look at the disk found.
type Batch struct {
	Changes  []Change
	Registry []Record             // all records of Claude's live registry, as last read
	Desktop  map[string]DesktopID // Claude Desktop's index by transcript id, as last read
	Evidence bool                 // Registry or Desktop differ from those of the batch before
	Errors   []error              // what cannot be read, as of the last look at everything
	Older    int                  // old transcripts that were not read, see Options
}

// Inspect is called with every transcript that is read, while it is open, by
// several goroutines. What it returns becomes the change's Content.
type Inspect func(c *Change, src io.ReaderAt) any

// Options say how much a store reads.
type Options struct {
	// All reads every transcript. Otherwise, of a large home, only those are
	// read whose state or labels can matter now: see Store.choose.
	All     bool
	Newest  int // how many old transcripts of a large home are read, 0 for 150
	Inspect Inspect
	Now     func() time.Time // nil: the clock
}

// Work counts what a store did, for tests and measurements.
type Work struct {
	Opened int   // files opened for reading
	Bytes  int64 // bytes read from transcripts and indexes
	Stats  int   // transcripts whose stat was compared
}

// Store remembers what the disk looked like, so that only differences are
// read. It is owned by one goroutine.
type Store struct {
	places  Places
	procs   Processes
	options Options
	roots   []Root // those of places, with what its patterns match now

	lister   lister
	folders  map[string]*folder
	ids      map[dirID]*folder
	sessions map[session.Ref]*group
	tracked  map[*file]bool // files whose bytes were read
	scanned  map[string]bool
	names    map[string]*threadNames
	desktop  *desktopIndex
	registry *registry

	turn     uint32 // number of the present walk
	pending  []*file
	version  int  // of the set of folders
	news     bool // at the evidence, since the last batch
	full     bool // it is a walk through everything
	touched  map[session.Ref]bool
	archived map[session.Ref]bool // of those touched
	errors   []error
	total    census
	newest   int64 // latest modification time seen, in nanoseconds
	older    int   // transcripts that were not read, as of the last full walk
	work     Work
	workers  []worker
}

// census is what all transcripts amount to.
type census struct {
	files int
	bytes int64
	small int64 // the same with each file counted as at most bigFile
}

// folder is a folder that holds or may hold transcripts.
type folder struct {
	path  string
	root  Root
	level int
	dirStamp
	turn  uint32 // of the walk that saw it last
	files map[string]*file
}

// file is one transcript as it was when last looked at. There are many: it
// holds what a stat says and no more until it is read.
type file struct {
	stamp
	folder *folder
	name   string
	turn   uint32
	found  bool   // by the first scan of its root, and not told to anybody yet
	racy   bool   // may have been written again without a trace
	queued bool   // in pending
	facts  *facts // nil while the bytes are unread
	answer any    // of Inspect, until the change is made
}

func (f *file) path() string { return filepath.Join(f.folder.path, f.name) }

func (f *file) ref() session.Ref {
	if f.facts != nil {
		return f.facts.ref
	}
	return session.Ref{Provider: f.folder.root.Provider, ID: idFromName(f.folder.root.Provider, f.name)}
}

// NewStore makes a store that has seen nothing yet.
func NewStore(places Places, procs Processes) *Store {
	s := &Store{
		places:   places,
		procs:    procs,
		folders:  map[string]*folder{},
		ids:      map[dirID]*folder{},
		sessions: map[session.Ref]*group{},
		tracked:  map[*file]bool{},
		scanned:  map[string]bool{},
		names:    map[string]*threadNames{},
		touched:  map[session.Ref]bool{},
		archived: map[session.Ref]bool{},
		desktop:  newDesktopIndex(places.Desktop),
		registry: &registry{files: map[string]registryFile{}},
	}
	s.roots = places.roots()
	s.Configure(Options{})
	return s
}

// Configure sets the options. It must precede the first look.
func (s *Store) Configure(o Options) {
	if o.Newest == 0 {
		o.Newest = maxRead
	}
	s.options = o
}

// Places returns where the store looks.
func (s *Store) Places() Places { return s.places }

// Roots lists the roots, with those that patterns found.
func (s *Store) Roots() []Root { return s.roots }

// Work returns what was done so far.
func (s *Store) Work() Work { return s.work }

func (s *Store) now() time.Time {
	if s.options.Now != nil {
		return s.options.Now()
	}
	return time.Now()
}

// FoldersVersion changes whenever Folders gives another answer.
func (s *Store) FoldersVersion() int { return s.version }

// Newest is the latest modification time of any transcript.
func (s *Store) Newest() time.Time {
	if s.newest == 0 {
		return time.Time{}
	}
	return time.Unix(0, s.newest)
}
