package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"archmage/internal/coded"
	"archmage/internal/event"
	"archmage/internal/match"
)

// isEvent reports whether a file is that of an event.
func isEvent(data []byte) bool {
	var file struct {
		Format string `json:"format"`
	}
	return json.Unmarshal(data, &file) == nil && file.Format == event.Format
}

// replayEvent checks the file of an event with the records of its matches, which are files or folders.
func (r *replay) replayEvent(ctx context.Context, data []byte, records []string) error {
	file, err := event.DecodeFile(data)
	if err != nil {
		return Misuse(err)
	}
	witness := event.Witness{Commitment: r.witness.Commitment, Digests: map[int]string{}}
	for text, digest := range r.digests {
		number, err := strconv.Atoi(text)
		if err != nil {
			return Misuse(coded.Malformedf("a digest is given as NUMBER=HEX, not %.40q", text+"="+digest))
		}
		witness.Digests[number] = digest
	}
	if witness.Records, err = r.readRecords(ctx, records); err != nil {
		return err
	}
	findings, end := file.Verify(ctx, witness)
	failed := false
	for _, f := range findings {
		at := ""
		if f.Item >= 0 {
			at = fmt.Sprintf(" (entry %d)", f.Item+1)
		}
		fmt.Fprintf(r.Stdout, "%s: %s: %s%s\n", f.Check, verdictText[f.Verdict], f.Message, at)
		failed = failed || f.Verdict == match.Fails
	}
	if others := otherRecords(file, witness.Records); others > 0 {
		fmt.Fprintf(r.Stdout, "%s of other matches\n", Counted(others, "record"))
	}
	if failed {
		return coded.Errorf(event.CodeBadFile, "not everything holds")
	}
	fmt.Fprintln(r.Stdout, eventText(end))
	return nil
}

// readRecords reads and verifies records. Files in a folder that are no records are named and left out.
func (r *replay) readRecords(ctx context.Context, names []string) (list []*event.Played, err error) {
	for _, name := range names {
		files, isFolder, err := filesOf(name)
		if err != nil {
			return nil, Misuse(unreadable(err))
		}
		for _, file := range files {
			played, err := r.readRecord(ctx, file)
			switch {
			case err == nil:
				list = append(list, played)
			case coded.Of(err) == CodePanic:
				return nil, err
			case !isFolder:
				return nil, Misuse(err)
			default:
				fmt.Fprintf(r.Stdout, "%s is left out: %v\n", file, err)
			}
		}
	}
	return list, nil
}

// filesOf returns the JSON files of a folder, or the file with this name.
func filesOf(name string) (files []string, isFolder bool, err error) {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return []string{name}, false, err
	}
	entries, err := os.ReadDir(name)
	for _, entry := range entries {
		if !entry.IsDir() && filepath.Ext(entry.Name()) == ".json" {
			files = append(files, filepath.Join(name, entry.Name()))
		}
	}
	return files, true, err
}

// readRecord reads and verifies a record. If the rules panic, it returns an error with CodePanic.
func (r *replay) readRecord(ctx context.Context, file string) (played *event.Played, err error) {
	defer func() {
		if value := recover(); value != nil {
			played, err = nil, coded.Errorf(CodePanic, "%s: %s", file, Panicked(value))
		}
	}()
	data, err := r.ReadFile(file, match.MaxRecord)
	if err != nil {
		return nil, err
	}
	record, err := match.Decode(data)
	if err != nil {
		return nil, err
	}
	return event.ReadRecord(ctx, r.games, record), nil
}

// otherRecords returns the number of records of matches that are not of the event.
func otherRecords(file *event.File, records []*event.Played) int {
	matches := map[string]bool{}
	for _, entry := range file.Entries {
		if report, ok := entry.Body.(*event.Report); ok {
			matches[report.Match] = true
		}
	}
	others := 0
	for _, played := range records {
		if !matches[played.Match] {
			others++
		}
	}
	return others
}

// eventText describes an event in one line.
func eventText(e *event.Event) string {
	text := fmt.Sprintf("%d entries, %s, %s", e.Last, Counted(len(e.Rounds), "round"), e.Status)
	if len(e.Final) == 0 {
		return text
	}
	first := e.Final[0]
	points := float64(first.Points) / event.PointUnits
	return fmt.Sprintf("%s, first %s with %g points", text, e.People[first.Person].Name, points)
}
