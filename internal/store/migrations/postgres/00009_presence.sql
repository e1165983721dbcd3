-- Who sees when an account is here: everybody, members, nobody, or empty for the default.
ALTER TABLE identities ADD COLUMN presence TEXT NOT NULL DEFAULT '';
-- Standings over all games have the game ''.
INSERT INTO standings (identity, week, game, seats, points, won, played)
SELECT identity, week, '', 0, sum(points), sum(won), sum(played) FROM standings WHERE seats = 0 GROUP BY identity, week;
