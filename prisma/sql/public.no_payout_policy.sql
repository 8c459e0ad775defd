-- Returns the terms of a partner without a payout policy, in the format of payout_policy_terms: NO_POLICY of
-- lib/withdrawals/policy/policy.ts.
CREATE OR REPLACE FUNCTION public.no_payout_policy() RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT '{"allowList": false, "waitHours": 24, "hourMicroUsd": null, "dayMicroUsd": null, "addressDayMicroUsd": null}'::jsonb
$$;
