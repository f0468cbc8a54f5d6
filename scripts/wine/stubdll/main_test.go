package main

import (
	"bytes"
	"debug/pe"
	"testing"
)

// The loader is strict and says nothing; a standard reader is the next best judge.
func TestImageIsAPEFile(t *testing.T) {
	f, err := pe.NewFile(bytes.NewReader(image()))
	if err != nil {
		t.Fatal(err)
	}
	if f.Machine != pe.IMAGE_FILE_MACHINE_AMD64 || f.Characteristics&pe.IMAGE_FILE_DLL == 0 {
		t.Errorf("machine %#x, characteristics %#x: not a 64-bit DLL", f.Machine, f.Characteristics)
	}
	oh := f.OptionalHeader.(*pe.OptionalHeader64)
	sec := f.Section(".rdata")
	if sec == nil {
		t.Fatal("no .rdata section")
	}
	dir := oh.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT]
	if dir.VirtualAddress != sec.VirtualAddress || dir.Size != sec.VirtualSize {
		t.Errorf("export directory %+v is not the section %+v", dir, sec.SectionHeader)
	}
	data, err := sec.Data()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ProcessPrng\x00", "advapi32.SystemFunction036\x00"} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("%q is missing", want)
		}
	}
}
