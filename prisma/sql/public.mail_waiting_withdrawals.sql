-- Trigger, when a partner gets or loses an owner: e-mails about the pending withdrawals that wait for a second person of the
-- partner. Everybody who may approve gets one where the approval of the former owner no longer counts; of the others, only who
-- may approve from now on: the new owner, or the maker of an API key who has become the only owner.
CREATE OR REPLACE FUNCTION public.mail_waiting_withdrawals() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM mail_own_approval(p, a, now()) FROM withdrawals w JOIN partner_approvals a ON a.withdrawal_id = w.id
      JOIN people p ON p.partner_id = a.partner_id AND may_approve_own(p, a)
    WHERE w.partner_id = NEW.partner_id AND w.status = 'pending' AND awaits_partner(w.id)
      AND (a.approved_by = NEW.id OR p.id IN (NEW.id, a.requested_by));
  RETURN NULL;
END
$$;
