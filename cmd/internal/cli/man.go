package cli

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand returns the hidden command that writes man pages, for packagers.
func manCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write a man page for each command into a folder",
		Long: "Write a man page for each command into a folder, which is made if it is missing.\n" +
			"The date on the pages is today's, or that of the variable SOURCE_DATE_EPOCH.",
		Args:   cobra.ExactArgs(1),
		Hidden: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			// The header of each page already has the date.
			root.DisableAutoGenTag = true
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: root.Name()}, args[0])
		},
	}
}
