CREATE TABLE rated_matches (
    number BIGINT PRIMARY KEY,
    id     TEXT COLLATE "C" NOT NULL UNIQUE,
    game   TEXT COLLATE "C" NOT NULL,
    ended  BIGINT NOT NULL,
    opens  BIGINT NOT NULL,
    seats  TEXT   NOT NULL
);

CREATE TABLE rated_to (number BIGINT NOT NULL);
INSERT INTO rated_to (number) VALUES (0);

CREATE TABLE ratings (
    player   TEXT COLLATE "C" NOT NULL,
    game     TEXT COLLATE "C" NOT NULL,
    mu       DOUBLE PRECISION NOT NULL,
    sigma    DOUBLE PRECISION NOT NULL,
    strength DOUBLE PRECISION NOT NULL,
    matches  BIGINT NOT NULL,
    last     BIGINT NOT NULL,
    settled  BOOLEAN NOT NULL,
    note     TEXT   NOT NULL,
    gone     BIGINT NOT NULL,
    PRIMARY KEY (player, game)
);
CREATE INDEX ratings_by_strength ON ratings (game, strength DESC, player, settled) WHERE gone = 0;

CREATE TABLE rating_counts (
    game   TEXT COLLATE "C" NOT NULL,
    bucket BIGINT NOT NULL,
    n      BIGINT NOT NULL,
    PRIMARY KEY (game, bucket)
);

CREATE TABLE rating_steps (
    player   TEXT COLLATE "C" NOT NULL,
    game     TEXT COLLATE "C" NOT NULL,
    number   BIGINT  NOT NULL,
    seat     BIGINT  NOT NULL,
    before   DOUBLE PRECISION NOT NULL,
    strength DOUBLE PRECISION NOT NULL,
    mu       DOUBLE PRECISION NOT NULL,
    matches  BIGINT  NOT NULL,
    counted  BOOLEAN NOT NULL,
    PRIMARY KEY (player, game, number)
);
CREATE INDEX rating_steps_by_match ON rating_steps (number, seat);
