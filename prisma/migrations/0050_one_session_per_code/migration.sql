-- In production a code of the second factor starts one session: docs/decisions/0012-codes-of-the-second-factor.md
ALTER TABLE sessions ADD COLUMN "totp_step" INTEGER;
CREATE UNIQUE INDEX "sessions_one_per_code" ON sessions (person_id, totp_step) WHERE totp_step IS NOT NULL;
