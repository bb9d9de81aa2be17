-- What a person is asked about, whole: the call as the model made it, who may answer, until when.
-- Arguments are either in place or a blob; a question of an earlier version has neither. answerers
-- has one name a line, with \n and \\ for what cannot stand there; it is null if anybody may answer.
ALTER TABLE approvals ADD COLUMN call_id TEXT NOT NULL DEFAULT '';

ALTER TABLE approvals ADD COLUMN arguments TEXT;

ALTER TABLE approvals ADD COLUMN arguments_blob TEXT;

ALTER TABLE approvals ADD COLUMN arguments_bytes INTEGER;

ALTER TABLE approvals ADD COLUMN answerers TEXT;

ALTER TABLE approvals ADD COLUMN until TEXT;
