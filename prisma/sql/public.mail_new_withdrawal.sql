-- Trigger: those who may approve a new withdrawal get an e-mail, unless it waits for a second person of its partner first.
CREATE OR REPLACE FUNCTION public.mail_new_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM partner_approval_rules r WHERE r.partner_id = NEW.partner_id AND NEW.amount_micro_usd > r.above_micro_usd;
  IF NOT FOUND THEN
    PERFORM mail_pending_withdrawal(NEW.created_at);
  END IF;
  RETURN NULL;
END
$$;
