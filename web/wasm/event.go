//go:build js && wasm

package main

import (
	"context"
	"encoding/json"

	"archmage/internal/event"
	"archmage/internal/game/registry"
	"archmage/internal/match"
)

// eventCheck is the check of an event. The records of its matches are read one after the other, so that the page can
// show the progress.
type eventCheck struct {
	file    *event.File
	records []*event.Played
}

// open reads the file of an event, and returns the ids of the matches that were reported.
func (c *eventCheck) open(data string) (matches []string, err error) {
	defer catch(&err)
	if c.file, err = event.DecodeFile([]byte(data)); err != nil {
		return nil, err
	}
	matches = []string{}
	for _, entry := range c.file.Entries {
		if report, ok := entry.Body.(*event.Report); ok {
			matches = append(matches, report.Match)
		}
	}
	return matches, nil
}

// read verifies the record of a match.
func (c *eventCheck) read(data string) (err error) {
	defer catch(&err)
	record, err := match.Decode([]byte(data))
	if err != nil {
		return err
	}
	c.records = append(c.records, event.ReadRecord(context.Background(), registry.All(), record))
	return nil
}

// verify checks the event with the records that were read. witness is a JSON object with what a person noted:
// commitment and digests, by the number of their entry.
func (c *eventCheck) verify(witness string) (findings []match.Finding, err error) {
	defer catch(&err)
	var noted struct {
		Commitment string         `json:"commitment"`
		Digests    map[int]string `json:"digests"`
	}
	if err := json.Unmarshal([]byte(witness), &noted); err != nil {
		return nil, err
	}
	w := event.Witness{Commitment: noted.Commitment, Digests: noted.Digests, Records: c.records}
	findings, _ = c.file.Verify(context.Background(), w)
	return findings, nil
}
