-- +goose Up

-- Rooms that are deleted and of whose rows some are still there, as they are
-- removed in portions.
CREATE TABLE leftovers (room INTEGER PRIMARY KEY) STRICT;
