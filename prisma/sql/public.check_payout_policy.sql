-- Trigger: as soon as some partner needs two approvals, a payout policy becomes looser only by a request that a second
-- administrator confirmed in this transaction. PW028 otherwise. A change that the partner scheduled is not looser.
-- Source: docs/decisions/0090-payout-policy.md
CREATE OR REPLACE FUNCTION public.check_payout_policy() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  is_looser boolean;
BEGIN
  is_looser := (OLD.allow_list AND NOT NEW.allow_list AND OLD.next_allow_list IS DISTINCT FROM false)
    OR (OLD.allow_list AND NEW.wait_h < least(OLD.wait_h, OLD.next_wait_h))
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
