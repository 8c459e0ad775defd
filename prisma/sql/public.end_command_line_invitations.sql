-- Trigger: the unused links of `npm run invite-operator` end for good as soon as two independent administrators exist,
-- so that a forgotten link does not work again when one of the two is removed. Source:
-- docs/decisions/0045-one-administrator-is-not-two.md
CREATE OR REPLACE FUNCTION public.end_command_line_invitations() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- Of two people who join at once the second one sees the first. Accepting an invitation already holds this lock.
  PERFORM lock_people_of(NULL);
  IF NOT leads_people_of(NULL, NULL) THEN
    UPDATE invitations SET revoked_at = now()
      WHERE partner_id IS NULL AND invited_by IS NULL AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  RETURN NULL;
END
$$;
