-- When a process has to work on a session that nobody is at work on, in milliseconds since 1970
-- because it is compared here; 0 is at once, and null is not until somebody says something. Runs of
-- an earlier version are looked at once, unless a person is asked.
ALTER TABLE sessions ADD COLUMN wake_at INTEGER;

UPDATE sessions SET wake_at = 0 WHERE running IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.session = sessions.ordinal);

UPDATE sessions SET wake_at = (
  SELECT MIN(1000 * CAST(strftime('%s', a.until) AS INTEGER)) + 1000 FROM approvals a
  WHERE a.session = sessions.ordinal AND a.until IS NOT NULL)
WHERE running IS NOT NULL
  AND EXISTS (SELECT 1 FROM approvals a WHERE a.session = sessions.ordinal);

-- The agent is here so that sessions of agents that a process does not have are passed over in the
-- index.
CREATE INDEX sessions_to_wake ON sessions (wake_at, agent) WHERE wake_at IS NOT NULL;
