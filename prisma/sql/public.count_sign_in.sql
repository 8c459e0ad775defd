-- Counts one sign-in attempt and returns null, or returns until when a scope is locked and counts nothing. `scopes` is
-- an array of {scope, free, lock_s, decay_s, is_cleared}: how many failures are free, the length of the lock after each
-- further one, how long it takes until one failure is forgotten, and whether a success forgets all of them. Attempts for
-- one e-mail run one after another, so parallel guesses get no further than guesses in a row. An attempt that began before
-- the last one that was counted counts once, as any other.
CREATE OR REPLACE FUNCTION public.count_sign_in(email text, scopes jsonb, has_succeeded boolean, at timestamptz) RETURNS timestamptz
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  locked timestamptz;
  rule record;
  counted integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sign-ins of ' || email, 0));
  SELECT max(a.locked_until) INTO locked
    FROM sign_in_attempts a JOIN jsonb_to_recordset(scopes) AS s (scope text) ON s.scope = a.scope
    WHERE a.email_hash = email AND a.locked_until > at;
  IF locked IS NOT NULL THEN
    RETURN locked;
  END IF;
  FOR rule IN SELECT * FROM jsonb_to_recordset(scopes)
      AS s (scope text, free integer, lock_s integer[], decay_s integer, is_cleared boolean) LOOP
    IF has_succeeded THEN
      DELETE FROM sign_in_attempts a WHERE a.email_hash = email AND a.scope = rule.scope AND rule.is_cleared;
    ELSE
      SELECT failures - floor(greatest(extract(epoch FROM at - failed_at), 0) / rule.decay_s) INTO counted
        FROM sign_in_attempts a WHERE a.email_hash = email AND a.scope = rule.scope;
      counted := greatest(coalesce(counted, 0), 0) + 1;
      INSERT INTO sign_in_attempts (email_hash, scope, failures, failed_at, locked_until)
        VALUES (email, rule.scope, counted, at, CASE WHEN counted >= rule.free THEN at + make_interval(
          secs => rule.lock_s[least(counted - rule.free + 1, cardinality(rule.lock_s))]) END)
        ON CONFLICT (email_hash, scope) DO UPDATE
          SET failures = excluded.failures, failed_at = excluded.failed_at, locked_until = excluded.locked_until;
    END IF;
  END LOOP;
  -- Each failure also deletes a few rows that no longer count, so that guesses at random e-mails do not accumulate.
  IF NOT has_succeeded THEN
    DELETE FROM sign_in_attempts a USING (SELECT o.email_hash, o.scope FROM sign_in_attempts o
        WHERE o.failed_at < at - interval '7 days' ORDER BY o.failed_at LIMIT 10 FOR UPDATE SKIP LOCKED) old
      WHERE a.email_hash = old.email_hash AND a.scope = old.scope;
  END IF;
  RETURN NULL;
END
$$;
