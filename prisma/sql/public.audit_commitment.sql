-- Returns what the hash of an audit entry covers of its values: each key with the SHA-256 of its salt and value. A value
-- whose salt is gone was erased, and is the object {"erased": <that SHA-256>}. lib/audit/chain has the same rule. Source:
-- docs/decisions/0118-erasure.md
CREATE OR REPLACE FUNCTION public.audit_commitment(value jsonb, salts jsonb) RETURNS text LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN jsonb_typeof(value) <> 'object' THEN value::text WHEN value IS NOT NULL THEN coalesce((SELECT string_agg(audit_field(f.key) || audit_field(
      CASE WHEN salts ? f.key THEN audit_digest(salts ->> f.key, f.value) ELSE f.value ->> 'erased' END), '' ORDER BY f.key COLLATE "C")
    FROM jsonb_each(value) f), '') END
$$;
