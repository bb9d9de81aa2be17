-- For whom a session is; empty where nobody is named.
ALTER TABLE sessions ADD COLUMN tenant TEXT NOT NULL DEFAULT '';

ALTER TABLE sessions ADD COLUMN principal TEXT NOT NULL DEFAULT '';

ALTER TABLE sessions ADD COLUMN template TEXT NOT NULL DEFAULT '';

ALTER TABLE sessions ADD COLUMN correlation TEXT NOT NULL DEFAULT '';

CREATE INDEX sessions_of_tenant ON sessions (tenant, ordinal) WHERE tenant <> '';

-- A rule that a person granted for always holds for sessions of the same tenant.
CREATE TABLE granted (
  ordinal INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  rule TEXT NOT NULL,
  granted_by TEXT NOT NULL,
  granted_at TEXT NOT NULL,
  UNIQUE (tenant, rule)
);

INSERT INTO granted (ordinal, tenant, rule, granted_by, granted_at)
SELECT ordinal, '', rule, granted_by, granted_at FROM rules;

DROP TABLE rules;
