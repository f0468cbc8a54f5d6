// Package testseed makes random tests repeatable where CI=true: a gate judges
// the change in front of it, and a rare case that nobody has seen yet is for the
// runs at home to find, which draw anew each time. Tests import it for its
// effect.
package testseed

import (
	"flag"
	"os"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

const (
	name   = "rapid.seed"
	inGate = 20260101
)

func init() {
	if os.Getenv("CI") == "true" {
		set(inGate)
	}
}

// Many checks a property n times as often as rapid does by itself, for what is
// cheap to draw and where rare combinations are what matters.
func Many(t *testing.T, n int, property func(*rapid.T)) {
	t.Helper()
	given := seed()
	defer set(given)
	for i := range n {
		if given != 0 { // a given seed would draw the same each time
			set(given + uint64(i))
		}
		rapid.Check(t, property)
	}
}

// seed is what rapid draws from, 0 when it chooses by itself.
func seed() uint64 {
	n, err := strconv.ParseUint(flag.Lookup(name).Value.String(), 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

func set(seed uint64) {
	if err := flag.Set(name, strconv.FormatUint(seed, 10)); err != nil {
		panic(err)
	}
}
