-- Trigger: administrators decide operator postings. A posting needs two who are independent of each other
-- (obstacle_to_confirm), and a decision before the request expires. The time of the decision counts, with which the
-- service decided, and not the clock of the database: near the expiry the two would differ, and the service would try
-- again in vain.
CREATE OR REPLACE FUNCTION public.check_posting_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  given bigint;
  obstacle text;
BEGIN
  WITH deciders AS MATERIALIZED (
    SELECT p AS person, p.id FROM people p WHERE may_administer(p)
      AND (p.id = NEW.decided_by OR (p.id = NEW.requested_by AND NEW.status = 'posted'))
    ORDER BY p.id FOR SHARE)
  SELECT (SELECT count(*) FROM deciders), (SELECT obstacle_to_confirm(d.person, r.person, NEW.created_at, NEW.decided_at)
      FROM deciders d, deciders r WHERE d.id = NEW.decided_by AND r.id = NEW.requested_by)
    INTO given, obstacle;
  IF given < (CASE NEW.status WHEN 'posted' THEN 2 ELSE 1 END) THEN
    RAISE EXCEPTION 'operator posting % is not decided by administrators', NEW.id USING ERRCODE = 'PW001';
  END IF;
  IF NEW.status = 'posted' AND obstacle IS NOT NULL THEN
    RAISE EXCEPTION 'operator posting % is not decided by two independent administrators', NEW.id USING ERRCODE = 'PW001';
  END IF;
  IF NEW.status = 'posted' AND NEW.decided_at >= NEW.expires_at THEN
    RAISE EXCEPTION 'the request of operator posting % has expired', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;
