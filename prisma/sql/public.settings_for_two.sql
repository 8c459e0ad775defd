-- Returns the settings of a partner whose change needs a second administrator, with their new values: every changed fee, a
-- raised request rate, and a raised or removed amount above which two approve.
-- Source: docs/decisions/0105-a-second-administrator-for-every-loosening.md
CREATE OR REPLACE FUNCTION public.settings_for_two(old_row partners, new_row partners) RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT coalesce(jsonb_object_agg(n.key, n.value), '{}')
  FROM jsonb_each_text(partner_settings(old_row)) o JOIN jsonb_each_text(partner_settings(new_row)) n USING (key)
  WHERE CASE
    WHEN key IN ('requestsPerS', 'requestBurst') THEN n.value::bigint > o.value::bigint
    WHEN key = 'secondApprovalAboveMicroUsd' THEN o.value IS NOT NULL AND coalesce(n.value::bigint > o.value::bigint, true)
    ELSE n.value <> o.value END
$$;
