-- Number of the event that a run began with. first_seq is its oldest event that is still there.
ALTER TABLE runs ADD COLUMN began_seq INTEGER NOT NULL DEFAULT 0;

UPDATE runs SET began_seq = first_seq;
