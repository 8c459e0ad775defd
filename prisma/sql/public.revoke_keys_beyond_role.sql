-- Revokes the API keys that a person is responsible for and may not hold with a new role (null: the person is removed).
-- An owner of the same partner who makes the change takes over the keys in `kept` instead.
CREATE OR REPLACE FUNCTION public.revoke_keys_beyond_role(person text, new_role text, actor text, kept text[], at timestamptz) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE api_keys k SET taken_over_by = actor FROM people a
    WHERE coalesce(k.taken_over_by, k.created_by) = person AND k.id = ANY (kept) AND k.revoked_at IS NULL
      AND a.id = actor AND a.id <> person AND a.partner_id = k.partner_id AND a.role = 'owner'
      AND NOT may_grant_scopes(coalesce(new_role, ''), k.scopes);
  UPDATE api_keys k SET revoked_at = at
    WHERE coalesce(k.taken_over_by, k.created_by) = person AND k.revoked_at IS NULL
      AND coalesce(least(k.expires_at, k.valid_until) > at, true) AND NOT may_grant_scopes(coalesce(new_role, ''), k.scopes);
END
$$;
