-- docs/decisions/0053-operator-postings.md

-- As in 0072, but the expiry is compared with the time of the decision, as for requests of administrators (0053): that is
-- the time with which the service decided. With the clock of the database a decision shortly before the expiry was tried
-- again and again, and answered with 503.
CREATE OR REPLACE FUNCTION check_posting_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  given bigint;
  lines bigint;
BEGIN
  SELECT count(*), count(DISTINCT line) FILTER (WHERE counts) INTO given, lines FROM (
    SELECT line_of(p) AS line,
      p.id = NEW.requested_by OR counts_as_second(p, NEW.created_at, NEW.decided_at) AS counts
    FROM people p WHERE may_administer(p)
      AND (p.id = NEW.decided_by OR (p.id = NEW.requested_by AND NEW.status = 'posted'))
    ORDER BY p.id FOR SHARE) deciders;
  IF given < (CASE NEW.status WHEN 'posted' THEN 2 ELSE 1 END) THEN
    RAISE EXCEPTION 'operator posting % is not decided by administrators', NEW.id USING ERRCODE = 'PW001';
  END IF;
  IF NEW.status = 'posted' AND lines < 2 THEN
    RAISE EXCEPTION 'operator posting % is not decided by two independent administrators', NEW.id USING ERRCODE = 'PW001';
  END IF;
  IF NEW.status = 'posted' AND NEW.decided_at >= NEW.expires_at THEN
    RAISE EXCEPTION 'the request of operator posting % has expired', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;

-- The posted operator posting that has booked one of the chain transactions of these legs in the same account, if there
-- is one. The hash of a transaction is written in either case.
CREATE FUNCTION posting_of_same_transaction(asked_legs jsonb, own_id text) RETURNS text LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT o.id FROM jsonb_to_recordset(asked_legs) l (account text, reference text)
    JOIN operator_postings o ON o.status = 'posted' AND o.id IS DISTINCT FROM own_id
      AND lower(o.legs::text)::jsonb
        @> jsonb_build_array(jsonb_build_object('account', lower(l.account), 'reference', lower(l.reference)))
    WHERE l.account LIKE 'custody:%' AND l.reference IS NOT NULL
    LIMIT 1
$$;
CREATE INDEX "operator_postings_legs_idx" ON operator_postings USING gin ((lower(legs::text)::jsonb) jsonb_path_ops)
  WHERE status = 'posted';

-- A chain transaction is booked once in an account. Postings wait for each other at the commit, so that of two the second
-- one sees the first.
CREATE FUNCTION check_posting_references() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  earlier text;
BEGIN
  PERFORM pg_advisory_xact_lock(operator_posting_lock());
  earlier := posting_of_same_transaction(NEW.legs, NEW.id);
  IF earlier IS NOT NULL THEN
    RAISE EXCEPTION 'operator posting % has booked a chain transaction of %', earlier, NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER one_booking_per_transaction AFTER UPDATE ON operator_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status = 'posted') EXECUTE FUNCTION check_posting_references();
