-- Trigger: an owner changes the amount above which a second person of the partner must approve. Where the partner has another
-- owner (has_other_owner), the amount is raised or removed only as one owner requested at most 72 hours before and another one
-- confirms: PW028 otherwise, and PW029 while only a former owner counts. Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.check_partner_rule_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM partners WHERE id = NEW.partner_id FOR SHARE;
  PERFORM FROM people p WHERE p.id = NEW.changed_by AND p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% is no owner of partner %', NEW.changed_by, NEW.partner_id USING ERRCODE = 'PW003';
  END IF;
  IF TG_OP = 'INSERT' OR OLD.above_micro_usd IS NULL OR NEW.above_micro_usd <= OLD.above_micro_usd THEN
    RETURN NEW;
  END IF;
  IF NOT has_other_owner(NEW.partner_id, NEW.changed_by)
      OR (coalesce(OLD.next_by <> NEW.changed_by, false) AND OLD.next_above_micro_usd IS NOT DISTINCT FROM NEW.above_micro_usd
        AND OLD.next_at > NEW.changed_at - interval '72 hours' AND EXISTS (SELECT FROM people p WHERE p.id = OLD.next_by
          AND p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL)) THEN
    RETURN NEW;
  END IF;
  PERFORM FROM people p WHERE p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL AND p.id <> NEW.changed_by;
  IF FOUND THEN
    RAISE EXCEPTION 'another owner of partner % must confirm this change', NEW.partner_id USING ERRCODE = 'PW028';
  END IF;
  -- Not PW028: after that the service reads and decides again, and a version that does not know this rule would do so for ever.
  RAISE EXCEPTION 'the former owner of partner % still counts', NEW.partner_id USING ERRCODE = 'PW029';
END
$$;
