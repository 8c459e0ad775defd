-- Makes the link with which an operator sets a new password and second factor, and sends it by e-mail to the operator alone.
-- An earlier link ends. `made` has the columns id, token_hash, expires_at and mail (the id and the sealed link of the e-mail).
-- Returns 'done', or 'stale' when the operator was removed.
CREATE OR REPLACE FUNCTION public.make_recovery_link(person text, maker text, at timestamptz, made jsonb) RETURNS text
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invitations SET revoked_at = at WHERE recovers = person AND accepted_at IS NULL AND revoked_at IS NULL;
  INSERT INTO invitations (id, email, email_key, role, token_hash, invited_by, recovers, created_at, expires_at)
    SELECT made ->> 'id', p.email, p.email_key, p.role, made ->> 'token_hash', maker, p.id, at, (made ->> 'expires_at')::timestamptz
    FROM people p WHERE p.id = person AND p.partner_id IS NULL AND p.disabled_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'stale';
  END IF;
  INSERT INTO mail_outbox (id, channel, kind, person_id, address, data, link_sealed, created_at, due_at, expires_at)
    SELECT m.id, 'mail', 'second_factor_reset', p.id, p.email,
      jsonb_build_object('confirmedBy', (SELECT name FROM people WHERE id = maker), 'expiresAt', made ->> 'expires_at'),
      m.link_sealed, at, now(), now() + ((made ->> 'expires_at')::timestamptz - at)
    FROM jsonb_to_record(made -> 'mail') AS m (id text, link_sealed text), people p WHERE p.id = person;
  RETURN 'done';
END
$$;
