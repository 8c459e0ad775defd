-- Returns a payout policy with the terms that apply at an instant: those that an owner scheduled, once their time has come. The
-- same rule as policyAt of lib/withdrawals/policy/policy.ts.
CREATE OR REPLACE FUNCTION public.payout_policy_at(policy payout_policies, at timestamptz) RETURNS payout_policies
  LANGUAGE plpgsql IMMUTABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF policy.next_at <= at THEN
    policy.allow_list := policy.next_allow_list;
    policy.wait_h := policy.next_wait_h;
  END IF;
  RETURN policy;
END
$$;
