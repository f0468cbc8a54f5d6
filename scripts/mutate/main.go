// Mutate checks the tests instead of the program: it changes one condition or
// constant at a time, as mutations.txt says, and runs the tests, which must
// fail. The tree is not touched: the go command's -overlay puts the changed file
// in place of the real one.
//
//	go run ./scripts/mutate                 all of them
//	go run ./scripts/mutate -run 'C5|fade'  those whose name matches
//	go run ./scripts/mutate -doc docs/testing.md
//	                                        all, and the list into that page
//
// It fails when a mutation survives, and when the text that a mutation changes
// is no longer in the source: the list must follow the code.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
)

//go:embed mutations.txt
var list string

func main() {
	run := flag.String("run", "", "only mutations whose name matches this pattern")
	jobs := flag.Int("j", 2, "mutations tried at the same time")
	doc := flag.String("doc", "", "page whose list of mutations is written anew")
	flag.Parse()
	if err := check(*run, *jobs, *doc); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func check(pattern string, jobs int, doc string) error {
	want, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	all, err := parse(list)
	if err != nil {
		return err
	}
	var chosen []mutation
	for _, m := range all {
		if want.MatchString(m.name) {
			chosen = append(chosen, m)
		}
	}
	t, err := newTester()
	if err != nil {
		return err
	}
	defer t.close()
	if out, ok := t.sound(); !ok {
		return fmt.Errorf("the tests fail without any mutation:\n%s", out)
	}
	results := tryAll(t, chosen, jobs)
	bad := report(results)
	if doc != "" && pattern == "" {
		if err := writeDoc(doc, results); err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d mutations are not caught", bad, len(results))
	}
	return nil
}

// tryAll tries the mutations, some at the same time, and keeps their order.
func tryAll(t *tester, ms []mutation, jobs int) []result {
	results := make([]result, len(ms))
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(jobs, 1) {
		wg.Go(func() {
			for i := range next {
				begin := time.Now()
				results[i] = t.try(ms[i])
				fmt.Printf("%-8s %4.1f s  %s  %s\n", results[i].verdict, time.Since(begin).Seconds(), ms[i].name, results[i].by)
			}
		})
	}
	for i := range ms {
		next <- i
	}
	close(next)
	wg.Wait()
	return results
}

// report prints what was not caught and counts it.
func report(results []result) int {
	count := map[verdict]int{}
	for _, r := range results {
		count[r.verdict]++
		if r.verdict != caught {
			fmt.Printf("\n%s: %s (%s)\n%s\n", r.verdict, r.name, r.file, r.detail)
		}
	}
	fmt.Printf("\n%d caught, %d survived, %d no longer in the source, %d do not compile\n",
		count[caught], count[survived], count[lost], count[broken])
	return len(results) - count[caught]
}

const (
	docBegin = "<!-- mutations -->\n"
	docEnd   = "<!-- end of mutations -->\n"
)

// writeDoc puts the list of mutations and what catches them into a page.
func writeDoc(path string, results []result) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head, rest, ok := strings.Cut(string(page), docBegin)
	_, tail, ok2 := strings.Cut(rest, docEnd)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no place for the list", path)
	}
	var b strings.Builder
	b.WriteString(head + docBegin + "\n| mutation | caught by |\n|---|---|\n")
	for _, r := range results {
		by := r.by
		if r.verdict != caught {
			by = "**" + string(r.verdict) + "**"
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.ReplaceAll(r.name, "|", `\|`), strings.ReplaceAll(by, "|", `\|`))
	}
	b.WriteString("\n" + docEnd + tail)
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
