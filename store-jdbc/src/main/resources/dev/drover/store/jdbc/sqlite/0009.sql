-- Of a fork: the ordinal of the session it was forked from, and the number of the last event that
-- both have. Its own events are behind that one.
ALTER TABLE sessions ADD COLUMN source INTEGER;

ALTER TABLE sessions ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;

CREATE INDEX sessions_of_source ON sessions (source, ordinal) WHERE source IS NOT NULL;
