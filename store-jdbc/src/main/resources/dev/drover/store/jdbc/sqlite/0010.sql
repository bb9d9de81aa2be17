-- Grants for always can be listed and revoked. A number is never used again, and of those that hold
-- a tenant has each rule once.
CREATE TABLE grants (
  ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL,
  rule TEXT NOT NULL,
  granted_by TEXT NOT NULL,
  granted_at TEXT NOT NULL,
  session TEXT,
  effect INTEGER,
  revoked_by TEXT,
  revoked_at TEXT
);

CREATE UNIQUE INDEX grants_that_hold ON grants (tenant, rule) WHERE revoked_at IS NULL;

INSERT INTO grants (ordinal, tenant, rule, granted_by, granted_at)
SELECT ordinal, tenant, rule, granted_by, granted_at FROM granted;

DROP TABLE granted;
