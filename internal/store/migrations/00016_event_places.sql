-- The final places of people in tournaments, for profiles and lists of winners.
CREATE TABLE event_places (
    identity TEXT    NOT NULL, -- identities.id
    at       INTEGER NOT NULL, -- the end of the tournament
    event    TEXT    NOT NULL, -- events.id
    place    INTEGER NOT NULL, -- counts from 1
    people   INTEGER NOT NULL, -- how many had a place
    PRIMARY KEY (identity, at, event)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_places_won ON event_places (at) WHERE place = 1;
