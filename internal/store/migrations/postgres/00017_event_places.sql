-- The final places of people in tournaments, for profiles and lists of winners.
CREATE TABLE event_places (
    identity TEXT COLLATE "C" NOT NULL, -- identities.id
    at       BIGINT NOT NULL, -- the end of the tournament
    event    TEXT COLLATE "C" NOT NULL, -- events.id
    place    BIGINT NOT NULL, -- counts from 1
    people   BIGINT NOT NULL, -- how many had a place
    PRIMARY KEY (identity, at, event)
);
CREATE INDEX event_places_won ON event_places (at) WHERE place = 1;
