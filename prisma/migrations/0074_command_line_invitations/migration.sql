-- A link of `npm run invite-operator` that was not used ends for good once two independent administrators stand. Before,
-- it was only refused while they stood, and worked again when one of them was removed.
-- docs/decisions/0045-one-administrator-is-not-two.md
CREATE FUNCTION end_command_line_invitations() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- Of two who come in at once the second one sees the first. Who accepts an invitation has this lock already.
  PERFORM lock_people_of(NULL);
  IF NOT leads_people_of(NULL, NULL) THEN
    UPDATE invitations SET revoked_at = now()
      WHERE partner_id IS NULL AND invited_by IS NULL AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER ends_command_line_invitations AFTER INSERT OR UPDATE OF role ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NULL AND NEW.role = 'admin' AND NEW.disabled_at IS NULL)
  EXECUTE FUNCTION end_command_line_invitations();

UPDATE invitations SET revoked_at = now()
  WHERE partner_id IS NULL AND invited_by IS NULL AND accepted_at IS NULL AND revoked_at IS NULL
    AND NOT leads_people_of(NULL, NULL);
