-- Ids that are not used again. The ordinal is not used again either: lists are read on from it.
-- sweep_at is when contents may be dropped that nobody names any more, in seconds since 1970; null
-- when that is done.
CREATE TABLE deleted_sessions (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  sweep_at INTEGER
);

CREATE INDEX deleted_sessions_to_sweep ON deleted_sessions (sweep_at) WHERE sweep_at IS NOT NULL;

-- What is not swept before its time though nobody names it yet. In seconds since 1970, because
-- they are compared here.
CREATE TABLE reserved (
  digest TEXT NOT NULL PRIMARY KEY,
  until INTEGER NOT NULL
) WITHOUT ROWID;

-- What events named that were trimmed.
CREATE TABLE outlived (
  session INTEGER NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (session, digest)
) WITHOUT ROWID;
