-- What sessions spend together. money is in millionths of a currency.
CREATE TABLE accounts (
  name TEXT NOT NULL PRIMARY KEY,
  tokens INTEGER NOT NULL,
  money INTEGER NOT NULL,
  model_calls INTEGER NOT NULL,
  tool_calls INTEGER NOT NULL,
  millis INTEGER NOT NULL
) WITHOUT ROWID;

-- What is set aside for calls that are open, and the process that did so. Named by the session's id
-- and not by its ordinal: a call may be paid for by whoever takes the session over.
CREATE TABLE reservations (
  session TEXT NOT NULL,
  effect INTEGER NOT NULL,
  account TEXT NOT NULL,
  owner TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  money INTEGER NOT NULL,
  model_calls INTEGER NOT NULL,
  tool_calls INTEGER NOT NULL,
  millis INTEGER NOT NULL,
  PRIMARY KEY (session, effect)
) WITHOUT ROWID;

CREATE INDEX reservations_of_account ON reservations (account);

CREATE INDEX reservations_of_owner ON reservations (owner);

-- Soft limits that are reached. owner is the process that was told; it is null once it is journaled.
CREATE TABLE account_warnings (
  account TEXT NOT NULL,
  measure TEXT NOT NULL,
  soft INTEGER NOT NULL,
  owner TEXT,
  PRIMARY KEY (account, measure, soft)
) WITHOUT ROWID;
