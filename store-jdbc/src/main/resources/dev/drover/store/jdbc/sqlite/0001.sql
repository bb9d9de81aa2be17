-- Instants are ISO 8601 text: exact to the nanosecond, without bounds, readable by people.

-- In the order of creation. length is the number of the last event: an append is an update of the
-- row whose length is what the writer expects. owner is the process that appended last.
CREATE TABLE sessions (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  length INTEGER NOT NULL,
  owner TEXT NOT NULL,
  running TEXT,
  agent TEXT NOT NULL,
  workspace TEXT NOT NULL,
  opened_at TEXT NOT NULL
);

CREATE INDEX sessions_unfinished ON sessions (ordinal) WHERE running IS NOT NULL;

-- A log of all sessions together: new rows go to the end of the table, so that a commit of many
-- sessions fills a few pages instead of touching one for each.
CREATE TABLE events (
  ordinal INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  body BLOB NOT NULL
);

CREATE UNIQUE INDEX events_of_session ON events (session, seq);

CREATE TABLE snapshots (
  session INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL,
  state BLOB NOT NULL
);

-- An item waits while seq and why are null: then an append consumed it, or it was ignored. The body
-- goes, the digest stays.
CREATE TABLE inbox (
  ordinal INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  id TEXT NOT NULL,
  put_at TEXT NOT NULL,
  digest TEXT NOT NULL,
  body BLOB,
  seq INTEGER,
  why TEXT,
  UNIQUE (session, id)
);

CREATE INDEX inbox_waiting ON inbox (session, ordinal) WHERE seq IS NULL AND why IS NULL;

-- status is null while the run is not over.
CREATE TABLE runs (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session INTEGER NOT NULL,
  run_key TEXT,
  first_seq INTEGER NOT NULL,
  accepted_at TEXT NOT NULL,
  title TEXT NOT NULL,
  digest TEXT NOT NULL,
  last_seq INTEGER,
  ended_at TEXT,
  status TEXT
);

CREATE INDEX runs_of_session ON runs (session, ordinal);

CREATE UNIQUE INDEX runs_by_key ON runs (session, run_key) WHERE run_key IS NOT NULL;

-- The open ones. A preview is either in place or a blob.
CREATE TABLE approvals (
  ordinal INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  effect INTEGER NOT NULL,
  run TEXT NOT NULL,
  asked_at TEXT NOT NULL,
  tool TEXT NOT NULL,
  why TEXT NOT NULL,
  rule TEXT NOT NULL,
  preview TEXT,
  preview_blob TEXT,
  preview_bytes INTEGER,
  UNIQUE (session, effect)
);

CREATE TABLE rules (
  ordinal INTEGER PRIMARY KEY,
  rule TEXT NOT NULL UNIQUE,
  granted_by TEXT NOT NULL,
  granted_at TEXT NOT NULL
);

CREATE TABLE blobs (
  digest TEXT NOT NULL UNIQUE,
  content BLOB NOT NULL
);

CREATE TABLE processes (
  owner TEXT NOT NULL PRIMARY KEY,
  at_work_until TEXT NOT NULL
);
