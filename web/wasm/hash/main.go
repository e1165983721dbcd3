// Command hash prints the mark that the rules for browsers carry.
package main

import (
	"fmt"

	"archmage/internal"
)

func main() { fmt.Println(internal.RulesMark + internal.RulesHash()) }
