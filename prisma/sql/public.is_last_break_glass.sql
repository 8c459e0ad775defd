-- Whether a person is the last owner of a partner who can sign in while the identity provider is down: single sign-on is
-- required, the person has break-glass access and a second factor, and no other owner has both. The caller holds
-- lock_people_of; the connection stays as it is until the transaction ends.
CREATE OR REPLACE FUNCTION public.is_last_break_glass(partner text, person text) RETURNS boolean
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  named text[];
BEGIN
  SELECT break_glass INTO named FROM sso_connections WHERE partner_id = partner AND is_only AND person = ANY (break_glass) FOR SHARE;
  RETURN FOUND AND ARRAY(SELECT p.id FROM people p WHERE p.partner_id = partner AND p.id = ANY (named) AND p.role = 'owner'
    AND p.disabled_at IS NULL AND p.totp_secret_sealed IS NOT NULL) = ARRAY[person];
END
$$;
