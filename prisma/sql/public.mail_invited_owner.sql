-- Trigger, when somebody accepts an invitation to be an owner of a partner: the other owners get an e-mail.
CREATE OR REPLACE FUNCTION public.mail_invited_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM mail_new_owner(p, NULL, NEW.invited_by, NEW.accepted_at)
    FROM people p WHERE p.email_key = NEW.email_key AND p.partner_id = NEW.partner_id;
  RETURN NULL;
END
$$;
