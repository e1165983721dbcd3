package store

import (
	"context"
	"database/sql"
	"time"
)

// Blocks stores the blocks between identities. Other packages decide what a block prevents.
type Blocks struct{ db *engine }

// Block records that Identity does not want to play with Blocked.
type Block struct {
	Identity, Blocked string
	// Created is the time at which the block began; zero means now.
	Created time.Time
}

// AddBlock adds a block. It does nothing if the block is stored already, and fails with ErrNotFound if
// one of the two identities does not exist.
func (s Blocks) AddBlock(ctx context.Context, block Block) error {
	if block.Identity == block.Blocked {
		return invalid("an identity cannot block itself")
	}
	block.Created = nowIfZero(block.Created)
	return s.db.change(ctx, "add a block", func(t *tx) error {
		if err := t.checkIdentities(block.Identity, block.Blocked); err != nil {
			return err
		}
		_, err := t.Exec(
			`INSERT INTO blocks (identity, blocked, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
			block.Identity,
			block.Blocked,
			block.Created.UnixMilli(),
		)
		return err
	})
}

// DeleteBlock removes a block, or fails with ErrNotFound.
func (s Blocks) DeleteBlock(ctx context.Context, identity, blocked string) error {
	return s.db.changeOne(
		ctx,
		"delete a block",
		"a block by "+identity,
		`DELETE FROM blocks WHERE identity = ? AND blocked = ?`,
		identity,
		blocked,
	)
}

const selectBlocks = `SELECT identity, blocked, created FROM blocks `

// blocksOf sorts without an index, because an identity has few blocks.
const blocksOf = selectBlocks + `WHERE identity = ? ORDER BY created DESC, blocked`

// BlocksOf returns the blocks of an identity, the latest first.
func (s Blocks) BlocksOf(ctx context.Context, identity string) ([]Block, error) {
	return s.blocks(ctx, blocksOf, identity)
}

const blocksWith = selectBlocks + `WHERE identity = ?1 UNION ALL ` + selectBlocks + `WHERE blocked = ?1`

// BlocksWith returns the blocks by an identity and those of it, in no particular order.
func (s Blocks) BlocksWith(ctx context.Context, identity string) ([]Block, error) {
	return s.blocks(ctx, blocksWith, identity)
}

// selectBlocksBetween returns the statement of BlocksBetween for a number of other identities.
func selectBlocksBetween(others int) string {
	list := `(` + placeholders(others) + `)`
	return selectBlocks + `WHERE identity = ? AND blocked IN ` + list + ` UNION ALL ` +
		selectBlocks + `WHERE blocked = ? AND identity IN ` + list
}

// BlocksBetween returns the blocks between an identity and at most MaxPage others, in both directions
// and in no particular order.
func (s Blocks) BlocksBetween(ctx context.Context, identity string, others []string) ([]Block, error) {
	if len(others) > MaxPage {
		return nil, invalid("%d others, more than %d", len(others), MaxPage)
	}
	if len(others) == 0 {
		return nil, ctx.Err()
	}
	half := append([]any{identity}, toAnySlice(others)...)
	return s.blocks(ctx, selectBlocksBetween(len(others)), append(half, half...)...)
}

func (s Blocks) blocks(ctx context.Context, query string, args ...any) ([]Block, error) {
	return list(ctx, s.db, "blocks", func(rows *sql.Rows, b *Block) error {
		return rows.Scan(&b.Identity, &b.Blocked, (*milli)(&b.Created))
	}, query, args...)
}

// checkIdentities returns ErrNotFound unless all these identities exist.
func (t *tx) checkIdentities(ids ...string) error {
	for _, id := range ids {
		if _, err := t.identity(id); err != nil {
			return err
		}
	}
	return nil
}
