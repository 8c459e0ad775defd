-- An invitation that was revoked or replaced before its e-mail was sent was still sent, also to a mistyped address.

-- Trigger: the e-mail of an invitation or a recovery link that ended before it was sent is not sent: its link is of no use, and
-- the address may have been a mistake.
CREATE OR REPLACE FUNCTION public.drop_invitation_mail() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM mail_outbox WHERE sent_at IS NULL AND link_sealed IS NOT NULL AND created_at = NEW.created_at AND address = NEW.email
    AND kind = CASE WHEN NEW.recovers IS NULL THEN 'invitation' ELSE 'second_factor_reset' END;
  RETURN NULL;
END
$$;

CREATE TRIGGER drop_invitation_mail AFTER UPDATE OF revoked_at ON invitations FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION drop_invitation_mail();
