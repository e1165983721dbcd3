package main

import (
	"context"
	"time"

	"archmage/internal/cluster"
	"archmage/internal/daily/dealer"
	"archmage/internal/game/registry"
	"archmage/internal/lobby"
	"archmage/internal/lobby/eventtables"
	"archmage/internal/match"
	"archmage/internal/people"
)

// newDealer returns the dealer of the deals of the day. all has the rooms of all nodes, nil without a cluster.
func (p *program) newDealer(
	ctx context.Context, a *app, persons *people.People, all *cluster.Rooms,
) (*dealer.Dealer, error) {
	db := eventtables.StoreOf(p.store.DB)
	tables := eventtables.NewDays(lobby.EventTables{Lobby: p.lobby}, db)
	if all != nil {
		tables = eventtables.NewDays(all, db)
	}
	return dealer.New(ctx, p.store.Daily, dealer.Options{
		Games:  registry.Hosted(a.games),
		Tables: tables,
		People: persons.Social,
		Now:    dayClock,
		Logger: p.log,
	})
}

// dayClock returns the time that determines the day. Tests replace it, so that no day ends while they run.
var dayClock = time.Now

// isDealSecret reports whether a person may not know the seed of a match yet.
func (p *program) isDealSecret(ctx context.Context, person string, deal *match.Deal) (bool, error) {
	events, dealer := p.events.Load(), p.dealer.Load()
	if events == nil || dealer == nil {
		return true, nil // the server is starting
	}
	if isSecret, err := dealer.IsSecret(ctx, person, deal); isSecret || err != nil {
		return isSecret, err
	}
	return events.IsDealSecret(ctx, deal.Event, deal.Round)
}
