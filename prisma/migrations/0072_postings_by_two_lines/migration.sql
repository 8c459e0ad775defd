-- As in 0068; and the two administrators are as independent as two approvers must be (0053): of two lines of
-- invitations, and the one who confirms was an administrator before the request and counts by now.
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
  IF NEW.status = 'posted' AND clock_timestamp() >= NEW.expires_at THEN
    RAISE EXCEPTION 'the request of operator posting % has expired', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;
