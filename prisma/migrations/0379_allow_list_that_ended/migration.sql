-- A payout policy was compared with the columns of the row, which a change that an owner scheduled and that has come due
-- replaces: an owner could not switch an allow-list on again with a shorter waiting time. And what was scheduled could apply
-- before its time.

-- Trigger: as soon as some partner needs two approvals, a payout policy becomes looser than the terms that apply at the time
-- of the change only by a request that a second administrator confirmed in this transaction. PW028 otherwise. A change that
-- the partner scheduled is not looser once its time has come. Source: docs/decisions/0090-payout-policy.md
CREATE OR REPLACE FUNCTION public.check_payout_policy() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  current CONSTANT payout_policies := payout_policy_at(OLD, NEW.changed_at);
  is_looser boolean;
BEGIN
  is_looser := (current.allow_list AND (NOT NEW.allow_list OR NEW.wait_h < current.wait_h))
    OR (OLD.hour_limit_micro_usd IS NOT NULL AND coalesce(NEW.hour_limit_micro_usd > OLD.hour_limit_micro_usd, true))
    OR (OLD.day_limit_micro_usd IS NOT NULL AND coalesce(NEW.day_limit_micro_usd > OLD.day_limit_micro_usd, true))
    OR (OLD.address_day_limit_micro_usd IS NOT NULL
      AND coalesce(NEW.address_day_limit_micro_usd > OLD.address_day_limit_micro_usd, true));
  IF is_looser AND two_administrators_needed()
      AND NOT is_confirmed_now('payout_policy', NEW.partner_id, jsonb_build_object('toPolicy', payout_policy_terms(NEW))) THEN
    RAISE EXCEPTION 'a second administrator must confirm a looser payout policy' USING ERRCODE = 'PW028';
  END IF;
  RETURN NEW;
END
$$;
