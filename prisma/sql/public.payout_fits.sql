-- Returns whether a new withdrawal complies with its partner's payout policy. `rule` has the fields that the decision used:
-- partnerId, toAddress, amountMicroUsd, at, and policyVersion (0: no policy). The caller holds the lock of the wallet's
-- account, so concurrent withdrawals of the partner are summed one after another. A saved address is locked against its
-- removal until the transaction ends. Source: docs/decisions/0090-payout-policy.md
CREATE OR REPLACE FUNCTION public.payout_fits(rule jsonb) RETURNS boolean LANGUAGE plpgsql
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  policy payout_policies;
  at CONSTANT timestamptz := (rule ->> 'at')::timestamptz;
  amount CONSTANT bigint := (rule ->> 'amountMicroUsd')::bigint;
  used record;
  is_scheduled_now boolean;
BEGIN
  SELECT * INTO policy FROM payout_policies WHERE partner_id = rule ->> 'partnerId';
  IF coalesce(policy.version, 0) <> (rule ->> 'policyVersion')::int THEN
    RETURN false;
  END IF;
  IF policy.version IS NULL THEN
    RETURN true;
  END IF;
  is_scheduled_now := coalesce(policy.next_at <= at, false);
  IF (CASE WHEN is_scheduled_now THEN policy.next_allow_list ELSE policy.allow_list END) THEN
    PERFORM FROM saved_addresses s WHERE s.partner_id = policy.partner_id AND lower(s.address) = lower(rule ->> 'toAddress')
      AND s.created_at <= at - make_interval(hours => CASE WHEN is_scheduled_now THEN policy.next_wait_h ELSE policy.wait_h END)
      FOR KEY SHARE;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
  END IF;
  IF coalesce(policy.hour_limit_micro_usd, policy.day_limit_micro_usd, policy.address_day_limit_micro_usd) IS NULL THEN
    RETURN true;
  END IF;
  SELECT * INTO used FROM payout_use(policy.partner_id, rule ->> 'toAddress', at);
  -- A limit of null is no limit.
  RETURN coalesce(used.hour_micro_usd + amount <= policy.hour_limit_micro_usd, true)
    AND coalesce(used.day_micro_usd + amount <= policy.day_limit_micro_usd, true)
    AND coalesce(used.address_day_micro_usd + amount <= policy.address_day_limit_micro_usd, true);
END
$$;
