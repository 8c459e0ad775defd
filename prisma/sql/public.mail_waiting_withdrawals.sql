-- Trigger, when a partner gets or loses an owner: e-mails about the pending withdrawals that wait for a second person of the
-- partner. Everybody who may approve gets one where the approval of the former owner no longer counts; of the others, only who
-- may approve from now on: the new owner. The maker of an API key who has become the only owner may approve 72 hours later, when
-- the former owner no longer counts (has_other_owner), and gets the e-mail then.
CREATE OR REPLACE FUNCTION public.mail_waiting_withdrawals() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM mail_own_approval(p, a, now()) FROM withdrawals w JOIN partner_approvals a ON a.withdrawal_id = w.id
      JOIN people p ON p.partner_id = a.partner_id AND may_approve_own(p, a)
    WHERE w.partner_id = NEW.partner_id AND w.status = 'pending' AND awaits_partner(w.id)
      AND (a.approved_by = NEW.id OR p.id = NEW.id);
  PERFORM mail_own_approval(p, a, now(), interval '72 hours') FROM withdrawals w JOIN partner_approvals a ON a.withdrawal_id = w.id
      JOIN people p ON p.id = a.requested_by AND p.partner_id = a.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL
    WHERE w.partner_id = NEW.partner_id AND w.status = 'pending' AND a.is_by_key AND awaits_partner(w.id) AND p.id <> NEW.id
      AND NOT EXISTS (SELECT FROM people o WHERE o.partner_id = NEW.partner_id AND o.role = 'owner' AND o.disabled_at IS NULL
        AND o.id <> p.id);
  RETURN NULL;
END
$$;
