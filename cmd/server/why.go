package main

import (
	"encoding/json"
	"strings"
)

// whySeasons returns why the private document of a seat of Seasons says that an
// option is not offered, or "".
func whySeasons(private []byte, option string) string {
	var document struct {
		Hand map[string]struct {
			Why string `json:"why"`
		} `json:"hand"`
		Unusable    map[string]string `json:"unusable"`
		Unavailable map[string]string `json:"unavailable"`
	}
	if json.Unmarshal(private, &document) != nil {
		return ""
	}
	switch verb, what, _ := strings.Cut(option, ":"); verb {
	case "summon":
		return document.Hand["h"+what].Why
	case "activate":
		return document.Unusable["c"+what]
	}
	return document.Unavailable[option]
}
