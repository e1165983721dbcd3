// Package internal says from which sources the rules of this program are built,
// so that the same rules, compiled for browsers, can be told from others. The rest
// of the project is in its folders.
package internal

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"strings"
)

// sources are the packages of which a match is played.
//
//go:embed coded game games match strict
//go:embed cards
var sources embed.FS

// RulesMark is what a program for browsers carries, before the hash.
const RulesMark = "archmage-rules:"

// RulesHash returns the SHA-256 of the sources of the rules, without their tests,
// as hexadecimal text.
func RulesHash() string {
	hash := sha256.New()
	err := fs.WalkDir(sources, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata/") {
			return err
		}
		text, err := fs.ReadFile(sources, name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		// Names have no line ends.
		hash.Write([]byte(name + "\n" + hex.EncodeToString(sum[:]) + "\n"))
		return nil
	})
	if err != nil {
		panic("internal: " + err.Error())
	}
	return hex.EncodeToString(hash.Sum(nil))
}
