-- What guards a change of password or authenticator: docs/decisions/0012-codes-of-the-second-factor.md and
-- 0026-operators.md.

-- Wrong passwords in a session are counted apart from wrong codes: a right password must not wipe the count of codes.
ALTER TABLE people ADD COLUMN "failed_passwords" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "passwords_locked_until" TIMESTAMPTZ(3);

-- The session that the code began. There it still confirms that another authenticator is set up: it may be the last one.
ALTER TABLE recovery_codes ADD COLUMN "used_in" TEXT;

-- Ends a person's sessions but one and says how many. Called by a statement once it has locked the person: what it sees
-- then are the sessions that began while that statement waited, too, which the statement itself does not see.
CREATE FUNCTION end_other_sessions(person text, kept text, at timestamptz) RETURNS bigint LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  ended bigint;
BEGIN
  UPDATE sessions SET revoked_at = at
    WHERE person_id = person AND revoked_at IS NULL AND expires_at > at AND id <> kept;
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END
$$;
