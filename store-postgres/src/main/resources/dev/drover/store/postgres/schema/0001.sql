-- Instants are ISO 8601 text: exact to the nanosecond, without bounds, readable by people. Texts are
-- compared by their bytes, as Java and the other stores do.

-- Counters whose row is locked from its use to the commit: numbers become visible in their order.
CREATE TABLE counters (
  name text COLLATE "C" PRIMARY KEY,
  last bigint NOT NULL
);

INSERT INTO counters (name, last) VALUES ('sessions', 0);

-- Rows that are locked for the time of a transaction, and nothing else.
CREATE TABLE named_locks (
  name text COLLATE "C" PRIMARY KEY
);

INSERT INTO named_locks (name) VALUES ('content');

-- What appends change, and little else, so that an update stays on its page. length is the number of
-- the last event and the condition of every append; -1 if the session was deleted. The row stays
-- then, because an id is never used again. owner is the process that appended last. wake_at is in
-- milliseconds since 1970; 0 is at once, and null is not until a message arrives.
CREATE TABLE heads (
  session bigint PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  length bigint NOT NULL,
  owner text COLLATE "C" NOT NULL,
  running text COLLATE "C",
  wake_at bigint
) WITH (fillfactor = 70);

CREATE INDEX heads_to_wake ON heads (wake_at) WHERE wake_at IS NOT NULL;

CREATE INDEX heads_unfinished ON heads (session) WHERE running IS NOT NULL;

-- What never changes. source is the session that it was forked from, shared the number of the last
-- event that both have.
CREATE TABLE session_rows (
  ordinal bigint PRIMARY KEY,
  agent text COLLATE "C" NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  opened_at text COLLATE "C" NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  principal text COLLATE "C" NOT NULL,
  template text COLLATE "C" NOT NULL,
  correlation text COLLATE "C" NOT NULL,
  parent text COLLATE "C",
  source bigint,
  shared bigint NOT NULL DEFAULT 0
);

CREATE INDEX session_rows_of_tenant ON session_rows (tenant, ordinal) WHERE tenant <> '';

CREATE INDEX session_rows_by_parent ON session_rows (parent) WHERE parent IS NOT NULL;

CREATE INDEX session_rows_of_source ON session_rows (source, ordinal) WHERE source IS NOT NULL;

CREATE VIEW sessions AS
  SELECT r.ordinal, h.id, h.length, h.owner, h.running, h.wake_at, r.agent, r.workspace, r.opened_at,
    r.tenant, r.principal, r.template, r.correlation, r.parent, r.source, r.shared
  FROM session_rows r JOIN heads h ON h.session = r.ordinal;

CREATE TABLE events (
  session bigint NOT NULL,
  seq bigint NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (session, seq)
) PARTITION BY HASH (session);

DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE events_%s PARTITION OF events FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
  END LOOP;
END $$;

CREATE TABLE snapshots (
  session bigint PRIMARY KEY,
  seq bigint NOT NULL,
  state bytea NOT NULL
);

-- An item waits while seq and why are null: then an append consumed it, or it was ignored. The body
-- goes, the digest stays.
CREATE TABLE inbox (
  ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  put_at text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  body bytea,
  seq bigint,
  why text COLLATE "C",
  UNIQUE (session, id)
);

CREATE INDEX inbox_waiting ON inbox (session, ordinal) WHERE seq IS NULL AND why IS NULL;

-- status is null while the run is not over.
CREATE TABLE runs (
  ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  session bigint NOT NULL,
  run_key text COLLATE "C",
  began_seq bigint NOT NULL,
  first_seq bigint NOT NULL,
  accepted_at text COLLATE "C" NOT NULL,
  title text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  last_seq bigint,
  ended_at text COLLATE "C",
  status text COLLATE "C"
);

CREATE INDEX runs_of_session ON runs (session, ordinal);

CREATE UNIQUE INDEX runs_by_key ON runs (session, run_key) WHERE run_key IS NOT NULL;

-- Messages with a key that were delivered to a run in progress. A key of a prompt is in runs.
CREATE TABLE steered (
  session bigint NOT NULL,
  run_key text COLLATE "C" NOT NULL,
  run text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  PRIMARY KEY (session, run_key)
);

-- The open ones. A preview and arguments are either inline or a blob.
CREATE TABLE approvals (
  ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session bigint NOT NULL,
  effect bigint NOT NULL,
  run text COLLATE "C" NOT NULL,
  asked_at text COLLATE "C" NOT NULL,
  tool text COLLATE "C" NOT NULL,
  why text COLLATE "C" NOT NULL,
  rule text COLLATE "C" NOT NULL,
  preview text COLLATE "C",
  preview_blob text COLLATE "C",
  preview_bytes bigint,
  call_id text COLLATE "C" NOT NULL,
  arguments text COLLATE "C",
  arguments_blob text COLLATE "C",
  arguments_bytes bigint,
  answerers text COLLATE "C",
  until text COLLATE "C",
  UNIQUE (session, effect)
);

CREATE TABLE grants (
  ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant text COLLATE "C" NOT NULL,
  rule text COLLATE "C" NOT NULL,
  granted_by text COLLATE "C" NOT NULL,
  granted_at text COLLATE "C" NOT NULL,
  session text COLLATE "C",
  effect bigint,
  revoked_by text COLLATE "C",
  revoked_at text COLLATE "C"
);

CREATE UNIQUE INDEX grants_that_hold ON grants (tenant, rule) WHERE revoked_at IS NULL;

-- until is in seconds since 1970, in the row itself: content that is stored again and content that is
-- dropped are one row, which one of both locks first.
CREATE TABLE blobs (
  digest text COLLATE "C" PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  until bigint NOT NULL,
  content bytea NOT NULL
);

-- The content that a session refers to, in events that may be trimmed since, and in inputs.
CREATE TABLE blob_refs (
  session bigint NOT NULL,
  digest text COLLATE "C" NOT NULL,
  PRIMARY KEY (session, digest)
);

-- sweep_at is when contents may be dropped that no session refers to any more, in seconds since 1970;
-- null when that is done.
CREATE TABLE deleted_sessions (
  ordinal bigint PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  sweep_at bigint
);

CREATE INDEX deleted_sessions_to_sweep ON deleted_sessions (sweep_at) WHERE sweep_at IS NOT NULL;

-- What artifacts are made of, each content once. It has no digest until it is whole, and none again
-- when it is dropped; at is when it was kept last or begun, and null when it is to be cleared away.
CREATE TABLE contents (
  ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest text COLLATE "C" UNIQUE,
  bytes bigint NOT NULL,
  at text COLLATE "C"
);

CREATE INDEX contents_to_clear ON contents (ordinal) WHERE at IS NULL;

CREATE TABLE pieces (
  ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  content bigint NOT NULL,
  start bigint NOT NULL,
  body bytea NOT NULL,
  UNIQUE (content, start)
);

CREATE TABLE artifacts (
  ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session bigint NOT NULL,
  content bigint NOT NULL,
  kept_at text COLLATE "C" NOT NULL,
  pinned integer NOT NULL,
  UNIQUE (session, content)
);

CREATE INDEX artifacts_of_session ON artifacts (session, ordinal);

CREATE INDEX artifacts_of_content ON artifacts (content);

-- What sessions spend together; money is in millionths of a currency. The row is what a reservation
-- locks. A settlement is a row of account_deltas, so that appends do not wait for each other; a
-- reservation adds them up when there are many.
CREATE TABLE accounts (
  name text COLLATE "C" PRIMARY KEY,
  tokens bigint NOT NULL,
  money bigint NOT NULL,
  model_calls bigint NOT NULL,
  tool_calls bigint NOT NULL,
  millis bigint NOT NULL
);

CREATE TABLE account_deltas (
  ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  tokens bigint NOT NULL,
  money bigint NOT NULL,
  model_calls bigint NOT NULL,
  tool_calls bigint NOT NULL,
  millis bigint NOT NULL
);

CREATE INDEX account_deltas_of_account ON account_deltas (name);

CREATE VIEW spent_amounts AS
  SELECT name, tokens, money, model_calls, tool_calls, millis FROM accounts
  UNION ALL
  SELECT name, tokens, money, model_calls, tool_calls, millis FROM account_deltas;

-- What is set aside for calls in progress, and the process that did so.
CREATE TABLE reservations (
  session text COLLATE "C" NOT NULL,
  effect bigint NOT NULL,
  account text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  tokens bigint NOT NULL,
  money bigint NOT NULL,
  model_calls bigint NOT NULL,
  tool_calls bigint NOT NULL,
  millis bigint NOT NULL,
  PRIMARY KEY (session, effect)
);

CREATE INDEX reservations_of_account ON reservations (account);

CREATE INDEX reservations_of_owner ON reservations (owner);

-- Soft limits that are reached. owner is the process that was told; it is null once it is journaled.
CREATE TABLE account_warnings (
  account text COLLATE "C" NOT NULL,
  measure text COLLATE "C" NOT NULL,
  soft bigint NOT NULL,
  owner text COLLATE "C",
  PRIMARY KEY (account, measure, soft)
);

CREATE TABLE processes (
  owner text COLLATE "C" PRIMARY KEY,
  at_work_until text COLLATE "C" NOT NULL
);

-- Work for the whole database that one process does at a time, and until when it has claimed it.
CREATE TABLE duties (
  name text COLLATE "C" PRIMARY KEY,
  owner text COLLATE "C" NOT NULL,
  until timestamptz NOT NULL
);

INSERT INTO duties (name, owner, until) VALUES ('blob sweep', '', '-infinity');

-- How often each store has written, for stores that cannot listen.
CREATE TABLE store_changes (
  store text COLLATE "C" PRIMARY KEY,
  changes bigint NOT NULL,
  at timestamptz NOT NULL
);
