-- Trigger: all operators get an e-mail when a recovery link of an operator was made, and when it was used. It cannot be
-- switched off: the link replaces both factors of an account.
CREATE OR REPLACE FUNCTION public.mail_recovery() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  at CONSTANT timestamptz := coalesce(NEW.accepted_at, NEW.created_at);
BEGIN
  PERFORM queue_mail(p, 'operator_recovery', NULL, jsonb_build_object('step', CASE WHEN NEW.accepted_at IS NULL THEN 'made' ELSE 'used' END,
      'name', r.name, 'email', r.email, 'madeBy', CASE WHEN NEW.invited_by <> NEW.recovers THEN i.name END, 'at', at),
    at, interval '0', interval '3 days')
    FROM people p JOIN people r ON r.id = NEW.recovers JOIN people i ON i.id = NEW.invited_by
    WHERE p.partner_id IS NULL;
  RETURN NULL;
END
$$;
