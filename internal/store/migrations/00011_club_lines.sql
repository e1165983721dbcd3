-- The chat of the club.
CREATE TABLE club_lines (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    person  TEXT    NOT NULL, -- identities.id
    words   TEXT    NOT NULL, -- empty if the line is removed
    created INTEGER NOT NULL,
    removed INTEGER           -- when a moderator removed the line; NULL: not removed
) STRICT;
CREATE INDEX club_lines_by_time ON club_lines (created);
CREATE INDEX club_lines_by_person ON club_lines (person, created);
CREATE INDEX club_lines_by_removal ON club_lines (removed) WHERE removed IS NOT NULL;
