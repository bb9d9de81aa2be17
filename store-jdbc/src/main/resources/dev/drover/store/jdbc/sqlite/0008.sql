-- The session that this one works for.
ALTER TABLE sessions ADD COLUMN parent TEXT;

CREATE INDEX sessions_by_parent ON sessions (parent) WHERE parent IS NOT NULL;
