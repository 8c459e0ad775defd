-- Returns the API keys that a change of a person at an instant revoked, and those that the actor took over, for the
-- audit entry. It is volatile: it sees what the same statement changed before.
CREATE OR REPLACE FUNCTION public.list_moved_keys(partner text, person text, actor text, kept text[], at timestamptz) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN jsonb_build_object(
    'revoked', (SELECT coalesce(jsonb_agg(jsonb_build_object('keyId', k.id, 'name', k.name) ORDER BY k.id), '[]') FROM api_keys k
      WHERE k.partner_id = partner AND coalesce(k.taken_over_by, k.created_by) = person AND k.revoked_at = at),
    'kept', (SELECT coalesce(jsonb_agg(jsonb_build_object('keyId', k.id, 'name', k.name) ORDER BY k.id), '[]') FROM api_keys k
      WHERE k.partner_id = partner AND k.id = ANY (kept) AND k.taken_over_by = actor));
END
$$;
