-- Ends the sessions of a person except one and returns how many it ended. A statement calls it after it has locked the
-- person, so it also sees the sessions that began while the statement waited.
CREATE OR REPLACE FUNCTION public.end_other_sessions(person text, kept text, at timestamptz) RETURNS bigint LANGUAGE plpgsql
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
