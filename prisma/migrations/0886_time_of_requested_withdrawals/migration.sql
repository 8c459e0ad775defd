-- Whether a person was an approver when a withdrawal was requested was compared with the time of the process that created it. Where its
-- clock was ahead, the approval of somebody counted who became an approver after the request.

-- Trigger at the commit: an approved withdrawal has an approval of a person who may approve; above the partner's amount
-- it has two of independent people (obstacle_as_second), who were approvers when the database inserted it: its own time is of a process,
-- whose clock may be wrong. A second person of the partner has approved it where one must. The rows are locked, so a change of the amount or of a role
-- comes before or after. A withdrawal that was found paid on the chain needs none: it is only recorded, and never signed.
CREATE OR REPLACE FUNCTION public.check_second_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  needed bigint;
  given bigint;
  are_two boolean;
BEGIN
  IF EXISTS (SELECT FROM found_payouts f WHERE f.withdrawal_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM people p JOIN partner_approvals a ON a.approved_by = p.id WHERE a.withdrawal_id = NEW.id FOR SHARE OF p;
  IF awaits_partner(NEW.id) THEN
    RAISE EXCEPTION 'withdrawal % waits for a second person of its partner', NEW.id USING ERRCODE = 'PW001';
  END IF;
  SELECT CASE WHEN NEW.amount_micro_usd > p.second_approval_above_micro_usd THEN 2 ELSE 1 END INTO needed
    FROM partners p WHERE p.id = NEW.partner_id FOR SHARE;
  WITH approvers AS MATERIALIZED (
    SELECT p AS person, a.created_at AS at FROM withdrawal_approvals a JOIN people p ON p.id = a.person_id
    WHERE a.withdrawal_id = NEW.id AND may_approve(p) FOR SHARE OF p)
  SELECT (SELECT count(*) FROM approvers), EXISTS (SELECT FROM approvers one, approvers other
      WHERE obstacle_as_second(one.person, other.person, coalesce(NEW.inserted_at, NEW.created_at), one.at) IS NULL
        AND obstacle_as_second(other.person, one.person, coalesce(NEW.inserted_at, NEW.created_at), other.at) IS NULL)
    INTO given, are_two;
  IF given < needed OR (needed = 2 AND NOT are_two) THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals of independent people and has %', NEW.id, needed, given
      USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;
