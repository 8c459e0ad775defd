-- Stores an invitation in place of an open one for the same e-mail, if the inviter may invite. Returns 'done', 'exists'
-- when one of these people has the e-mail, or 'not_allowed'. The key `mail` (the id and the sealed link of an e-mail) is not
-- of the row: with it, the invitation is also sent to its address. People of a partner have at most 50 invitations open (PW030)
-- and make at most 100 in 24 hours (PW031), because each is an e-mail of the service to an address that they choose. These are
-- errors: a version that does not know these outcomes would report success.
CREATE OR REPLACE FUNCTION public.invite_person(row_of_invitation jsonb) RETURNS text LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  invited invitations := jsonb_populate_record(NULL::invitations, row_of_invitation);
BEGIN
  PERFORM lock_people_of(invited.partner_id);
  PERFORM FROM people WHERE id = invited.invited_by FOR SHARE;
  IF NOT leads_people_of(invited.partner_id, invited.invited_by) THEN
    RETURN 'not_allowed';
  END IF;
  IF EXISTS (SELECT FROM people WHERE email_key = invited.email_key
      AND partner_id IS NOT DISTINCT FROM invited.partner_id) THEN
    RETURN 'exists';
  END IF;
  -- Not for the operator, who lets a new owner in whatever the partner has done.
  IF EXISTS (SELECT FROM people WHERE id = invited.invited_by AND partner_id = invited.partner_id) THEN
    IF 50 <= (SELECT count(*) FROM invitations i WHERE i.partner_id = invited.partner_id AND i.email_key <> invited.email_key
        AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > invited.created_at) THEN
      RAISE EXCEPTION 'partner % has 50 open invitations', invited.partner_id USING ERRCODE = 'PW030';
    END IF;
    IF 100 <= (SELECT count(*) FROM invitations i WHERE i.partner_id = invited.partner_id
        AND i.created_at > invited.created_at - interval '24 hours') THEN
      RAISE EXCEPTION 'partner % made 100 invitations within 24 hours', invited.partner_id USING ERRCODE = 'PW031';
    END IF;
  END IF;
  UPDATE invitations SET revoked_at = invited.created_at
    WHERE email_key = invited.email_key AND accepted_at IS NULL AND revoked_at IS NULL
      AND (partner_id = invited.partner_id OR (invited.partner_id IS NULL AND partner_id IS NULL));
  INSERT INTO invitations SELECT invited.*;
  INSERT INTO mail_outbox (id, channel, kind, partner_id, address, data, link_sealed, created_at, due_at, expires_at)
    SELECT m.id, 'mail', 'invitation', invited.partner_id, invited.email, jsonb_build_object('role', invited.role,
        'partnerName', (SELECT name FROM partners WHERE id = invited.partner_id),
        'invitedBy', (SELECT name FROM people WHERE id = invited.invited_by), 'expiresAt', invited.expires_at),
      m.link_sealed, invited.created_at, now(), now() + (invited.expires_at - invited.created_at)
    FROM jsonb_to_record(row_of_invitation -> 'mail') AS m (id text, link_sealed text) WHERE m.id IS NOT NULL;
  RETURN 'done';
END
$$;
