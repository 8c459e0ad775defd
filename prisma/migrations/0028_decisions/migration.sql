-- Each approval is somebody's, whatever the amount (docs/decisions/0020); and who looks at a partner's dashboard hears of it
-- for as long as they look.

-- As before (0020), for every withdrawal: nothing is approved without somebody who may, above the partner's amount without
-- two. Rows are locked: another amount, and another role, come before or after and not beside it.
CREATE OR REPLACE FUNCTION check_second_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  needed bigint;
  given bigint;
BEGIN
  SELECT CASE WHEN NEW.amount_micro_usd > p.second_approval_above_micro_usd THEN 2 ELSE 1 END INTO needed
    FROM partners p WHERE p.id = NEW.partner_id FOR SHARE;
  SELECT count(*) INTO given FROM (
    SELECT FROM withdrawal_approvals a JOIN people p ON p.id = a.person_id
    WHERE a.withdrawal_id = NEW.id AND may_approve(p) FOR SHARE OF p) approvers;
  IF given < needed THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals and has %', NEW.id, needed, given USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;

-- Who follows changes in a session is cut off when another dashboard is looked at in it, or none any more.
CREATE TRIGGER announce_viewing AFTER UPDATE OF viewing_partner_id ON sessions FOR EACH ROW
  WHEN (OLD.viewing_partner_id IS DISTINCT FROM NEW.viewing_partner_id) EXECUTE FUNCTION announce_person_change();
