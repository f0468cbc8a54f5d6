package transcript

// visitor receives what a folder holds. Names are valid during the call only
// where they are bytes.
type visitor struct {
	file   func(name []byte, s stamp)
	folder func(name string, link bool) // nil: sub-folders do not matter
	other  func(name string)            // wanted by its name, but no regular file
	skip   func(id dirStamp) bool       // asked before anything is listed
}
