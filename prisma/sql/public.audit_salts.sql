-- Returns a new salt for each value of an audit entry: {"before": {key: salt}, "after": {key: salt}}.
CREATE OR REPLACE FUNCTION public.audit_salts(e audit_entries) RETURNS jsonb LANGUAGE sql VOLATILE
  SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object(
    'before', (SELECT coalesce(jsonb_object_agg(key, gen_random_uuid()), '{}') FROM jsonb_object_keys(CASE jsonb_typeof(e.before) WHEN 'object' THEN e.before END) key),
    'after', (SELECT coalesce(jsonb_object_agg(key, gen_random_uuid()), '{}') FROM jsonb_object_keys(CASE jsonb_typeof(e.after) WHEN 'object' THEN e.after END) key))
$$;
