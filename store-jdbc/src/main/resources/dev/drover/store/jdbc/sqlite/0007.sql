-- Ids that are not used again. The ordinal is not used again either: lists are read on from it.
-- Not swept yet are those whose contents may still be there though nobody names them any more.
CREATE TABLE deleted_sessions (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  swept INTEGER NOT NULL
);

CREATE INDEX deleted_sessions_to_sweep ON deleted_sessions (ordinal) WHERE swept = 0;

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
