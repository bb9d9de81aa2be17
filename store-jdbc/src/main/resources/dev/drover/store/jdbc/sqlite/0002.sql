-- What artifacts are made of, each content once. It has no digest until it is whole, and none again
-- when it is dropped; at is when it was kept last or begun, and null when it is to be cleared away.
-- A number is never used again: whoever was writing to content that was swept must notice.
CREATE TABLE contents (
  ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
  digest TEXT UNIQUE,
  bytes INTEGER NOT NULL,
  at TEXT
);

CREATE INDEX contents_to_clear ON contents (ordinal) WHERE at IS NULL;

-- start is where in the content the piece begins.
CREATE TABLE pieces (
  ordinal INTEGER PRIMARY KEY,
  content INTEGER NOT NULL,
  start INTEGER NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (content, start)
);

-- Who keeps which content.
CREATE TABLE artifacts (
  ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL,
  content INTEGER NOT NULL,
  kept_at TEXT NOT NULL,
  pinned INTEGER NOT NULL,
  UNIQUE (session, content)
);

CREATE INDEX artifacts_of_session ON artifacts (session, ordinal);

CREATE INDEX artifacts_of_content ON artifacts (content);
