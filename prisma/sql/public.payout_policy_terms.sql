-- Returns the terms of a payout policy without a scheduled change: amounts are micro-USD as text, as in a request of an
-- administrator.
CREATE OR REPLACE FUNCTION public.payout_policy_terms(policy payout_policies) RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object('allowList', policy.allow_list, 'waitHours', policy.wait_h,
    'hourMicroUsd', policy.hour_limit_micro_usd::text, 'dayMicroUsd', policy.day_limit_micro_usd::text,
    'addressDayMicroUsd', policy.address_day_limit_micro_usd::text)
$$;
