-- Returns the values of an audit entry with those erased that differ from `wanted`: each becomes {"erased": <its digest>}.
-- A value whose salt is gone was erased before, and stays.
CREATE OR REPLACE FUNCTION public.audit_erased(value jsonb, salts jsonb, wanted jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN jsonb_typeof(value) <> 'object' THEN value WHEN value IS NOT NULL THEN coalesce((SELECT jsonb_object_agg(f.key,
      CASE WHEN salts ? f.key AND wanted -> f.key IS DISTINCT FROM f.value
        THEN jsonb_build_object('erased', audit_digest(salts ->> f.key, f.value)) ELSE f.value END)
    FROM jsonb_each(value) f), '{}') END
$$;
