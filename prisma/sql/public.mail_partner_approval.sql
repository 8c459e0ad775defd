-- Trigger: the people of a partner who may approve a withdrawal get an e-mail when it begins to wait for them; the operator's
-- when one of them approved it.
CREATE OR REPLACE FUNCTION public.mail_partner_approval() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM mail_pending_withdrawal(NEW.approved_at);
    RETURN NULL;
  END IF;
  PERFORM mail_own_approval(p, NEW, NEW.created_at) FROM people p WHERE p.partner_id = NEW.partner_id AND may_approve_own(p, NEW);
  RETURN NULL;
END
$$;
