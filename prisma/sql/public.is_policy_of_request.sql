-- Returns whether a payout policy is the one that an administrator's request was made for: nobody changed it since, and no
-- scheduled change came due, which leaves the version as it is. Null for a request without the version.
CREATE OR REPLACE FUNCTION public.is_policy_of_request(policy payout_policies, details jsonb, at timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT policy.version = (details ->> 'policyVersion')::int
    AND payout_policy_terms(payout_policy_at(policy, at)) = details -> 'fromPolicy'
$$;
