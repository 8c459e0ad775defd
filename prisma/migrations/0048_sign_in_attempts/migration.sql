-- Failed sign-ins are counted per e-mail and place, whether or not the e-mail belongs to anybody:
-- docs/decisions/0042-sign-in-attempts.md

CREATE TABLE sign_in_attempts (
    -- SHA-256 of the e-mail: people type passwords into the wrong field.
    "email_hash" TEXT NOT NULL,
    -- An address bucket, a known browser, the codes of the person, or all unknown browsers together.
    "scope" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("email_hash", "scope")
);
CREATE INDEX "sign_in_attempts_failed_at_idx" ON sign_in_attempts ("failed_at");
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_attempts TO partner_wallet_app;

ALTER TABLE people DROP COLUMN "failed_sign_ins", DROP COLUMN "locked_until";

-- Counts one attempt and returns NULL, or returns until when a scope is locked and counts nothing. `scopes` is an array of
-- {scope, free, lock_s, decay_s, is_cleared}: how many failures are free, the length of the lock after each further one,
-- how long it takes until one failure is forgotten, and whether a success forgets all of them. Attempts for one e-mail run
-- one after another, so that parallel guesses get no further than guesses in a row.
CREATE FUNCTION count_sign_in(email text, scopes jsonb, has_succeeded boolean, at timestamptz) RETURNS timestamptz
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
      SELECT failures - floor(extract(epoch FROM at - failed_at) / rule.decay_s) INTO counted
        FROM sign_in_attempts a WHERE a.email_hash = email AND a.scope = rule.scope;
      counted := greatest(coalesce(counted, 0), 0) + 1;
      INSERT INTO sign_in_attempts (email_hash, scope, failures, failed_at, locked_until)
        VALUES (email, rule.scope, counted, at, CASE WHEN counted >= rule.free THEN at + make_interval(
          secs => rule.lock_s[least(counted - rule.free + 1, cardinality(rule.lock_s))]) END)
        ON CONFLICT (email_hash, scope) DO UPDATE
          SET failures = excluded.failures, failed_at = excluded.failed_at, locked_until = excluded.locked_until;
    END IF;
  END LOOP;
  -- A few forgotten rows go with each failure, so that guesses at random e-mails do not pile up.
  IF NOT has_succeeded THEN
    DELETE FROM sign_in_attempts a USING (SELECT o.email_hash, o.scope FROM sign_in_attempts o
        WHERE o.failed_at < at - interval '7 days' ORDER BY o.failed_at LIMIT 10 FOR UPDATE SKIP LOCKED) old
      WHERE a.email_hash = old.email_hash AND a.scope = old.scope;
  END IF;
  RETURN NULL;
END
$$;
