-- Messages with a key that went into a run which was going. A key of a prompt is in runs.
CREATE TABLE steered (
  session INTEGER NOT NULL,
  run_key TEXT NOT NULL,
  run TEXT NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (session, run_key)
) WITHOUT ROWID;
