-- Trigger at the commit: a new withdrawal waits for a second person of its partner when it is above the partner's own amount together
-- with those of the last 24 hours that needed none. One that needs none is added to their sums, which are never deleted: a clock of the
-- database that was ahead for days would delete what counts. PW001 when the amount was set meanwhile, or other withdrawals were added:
-- read and decide again.
-- Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.check_partner_rule() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  above bigint;
BEGIN
  -- The lock of the wallet's account is not enough: a transaction can have this check done before it posts. The next statement sees
  -- the withdrawals that this one waited for.
  SELECT r.above_micro_usd INTO above FROM partner_approval_rules r WHERE r.partner_id = NEW.partner_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM partner_approvals a WHERE a.withdrawal_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  IF above IS NOT NULL THEN
    IF NEW.amount_micro_usd > above - withdrawn_by_one(NEW.partner_id) THEN
      RAISE EXCEPTION 'withdrawal % needs a second person of its partner', NEW.id USING ERRCODE = 'PW001';
    END IF;
  END IF;
  INSERT INTO withdrawal_sums AS s (partner_id, starts_at, amount_micro_usd)
    VALUES (NEW.partner_id, date_bin('1 minute', NEW.inserted_at, 'epoch'), NEW.amount_micro_usd)
    ON CONFLICT (partner_id, starts_at) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  RETURN NULL;
END
$$;
