//! The tables in the file of games, and how files of earlier versions are brought up to date.

/// Raised when the tables change.
pub(super) const VERSION: i32 = 3;

/// The columns that a list shows come first: `SQLite` need not read past them to the long ones, which may have a megabyte.
pub(super) const SCHEMA: &str = "
    CREATE TABLE games (
        id TEXT PRIMARY KEY, created INTEGER NOT NULL, updated INTEGER NOT NULL, game TEXT NOT NULL,
        white TEXT NOT NULL, black TEXT NOT NULL, plies INTEGER NOT NULL, result TEXT, reason TEXT,
        owner TEXT, network TEXT, seats TEXT NOT NULL, clock TEXT, turn_began INTEGER NOT NULL,
        start TEXT NOT NULL, moves TEXT NOT NULL, times TEXT NOT NULL, spent TEXT NOT NULL DEFAULT '0 0',
        offer TEXT, next TEXT
    ) STRICT;
    CREATE INDEX games_by_update ON games (updated);
    CREATE INDEX games_by_owner ON games (owner);
    CREATE INDEX games_by_network ON games (network);";

/// Turns a file of version 1, in which games had no owners, into one of the present version.
pub(super) const FROM_VERSION_1: &str = "
    DROP INDEX games_by_update;
    ALTER TABLE games RENAME TO old_games;
    {SCHEMA}
    INSERT INTO games
        SELECT id, created, updated, game, white, black,
            CASE moves WHEN '' THEN 0 ELSE 1 + length(moves) - length(replace(moves, ' ', '')) END,
            result, reason, NULL, NULL, '{}', clock, turn_began, start, moves, times, '0 0', NULL, NULL
        FROM old_games;
    DROP TABLE old_games;";

/// Turns a file of version 2, in which moves that were taken back gave their time back and players could offer nothing, into one of
/// the present version.
pub(super) const FROM_VERSION_2: &str = "
    ALTER TABLE games ADD COLUMN spent TEXT NOT NULL DEFAULT '0 0';
    ALTER TABLE games ADD COLUMN offer TEXT;
    ALTER TABLE games ADD COLUMN next TEXT;";

/// The games that were deleted since the server started, in the order in which that happened, and when. They end with the server.
pub(super) const DELETED: &str = "CREATE TEMP TABLE deleted AS SELECT *, 0 AS at FROM games WHERE false;";
