-- Trigger at the commit: those who may approve a new withdrawal get an e-mail, unless it waits for a second person of its partner
-- first.
CREATE OR REPLACE FUNCTION public.mail_new_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM partner_approvals a WHERE a.withdrawal_id = NEW.id) THEN
    PERFORM mail_pending_withdrawal(NEW.created_at);
  END IF;
  RETURN NULL;
END
$$;
