-- An API key can have an expiry that was chosen at its creation, and a list of IP addresses from which it may be used.
-- Existing keys have neither. Both are as fixed as the scopes.
ALTER TABLE api_keys
  ADD COLUMN valid_until timestamptz(3),
  ADD COLUMN allowed_ips text[] DEFAULT ARRAY[]::text[];
ALTER TABLE api_keys ADD CONSTRAINT api_keys_allowed_ips_limit
  CHECK (allowed_ips IS NOT NULL AND cardinality(allowed_ips) <= 50) NOT VALID;
ALTER TABLE api_keys VALIDATE CONSTRAINT api_keys_allowed_ips_limit;
COMMENT ON COLUMN api_keys.valid_until IS 'The expiry that was chosen at the creation; null: none. expires_at is the end of a rotated key.';
COMMENT ON COLUMN api_keys.allowed_ips IS 'The IP addresses and CIDR ranges from which the key may be used; empty: from everywhere.';

-- Trigger: refuses a change of the scopes, the maker, the chosen expiry or the IP addresses of an API key.
CREATE OR REPLACE FUNCTION public.refuse_key_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the scopes, the maker, the expiry and the addresses of a key are fixed' USING ERRCODE = 'PW003';
END
$$;

DROP TRIGGER fixed_rights ON api_keys;
CREATE TRIGGER fixed_rights BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN (OLD.scopes IS DISTINCT FROM NEW.scopes OR OLD.created_by IS DISTINCT FROM NEW.created_by
    OR OLD.valid_until IS DISTINCT FROM NEW.valid_until OR OLD.allowed_ips IS DISTINCT FROM NEW.allowed_ips)
  EXECUTE FUNCTION refuse_key_change();

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
