-- Trigger, when a partner gets an owner: where two administrators decide, open invitations to the partner that one administrator made
-- alone end. They were for a partner without an owner; kept, one could be used when the partner has money and owners.
-- Source: docs/decisions/0105-a-second-administrator-for-every-loosening.md
CREATE OR REPLACE FUNCTION public.end_unconfirmed_invitations() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invitations i SET revoked_at = now() FROM people p
    WHERE i.partner_id = NEW.partner_id AND i.accepted_at IS NULL AND i.revoked_at IS NULL
      AND p.id = i.invited_by AND p.partner_id IS NULL AND two_administrators_needed()
      AND NOT EXISTS (SELECT FROM admin_requests r WHERE r.kind = 'partner_owner' AND r.target_id = i.partner_id
        AND r.details ->> 'email' = i.email AND r.confirmed_by = i.invited_by AND r.confirmed_at = i.created_at);
  RETURN NULL;
END
$$;
