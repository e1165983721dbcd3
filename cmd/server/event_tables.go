package main

import (
	"archmage/internal/cluster"
	"archmage/internal/event/runner"
	"archmage/internal/lobby"
	"archmage/internal/lobby/eventtables"
)

// eventTables returns the rooms of the tables of events. all has the rooms of all nodes, nil without a cluster.
func (p *program) eventTables(all *cluster.Rooms) runner.Tables {
	db := eventtables.StoreOf(p.store.DB)
	if all != nil {
		return eventtables.New(all, db)
	}
	return eventtables.New(lobby.EventTables{Lobby: p.lobby}, db)
}
