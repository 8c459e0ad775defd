-- A withdrawal whose approval ended, because its author was no owner any more, waited again and nobody was told.
-- Source: docs/decisions/0106-a-second-person-of-the-partner.md

-- Queues the e-mail that asks a person of a partner to approve a withdrawal that waits for a second person of the partner.
CREATE OR REPLACE FUNCTION public.mail_own_approval(recipient people, waiting partner_approvals, at timestamptz) RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT queue_mail(recipient, 'withdrawal_own_approval', 'withdrawals', jsonb_strip_nulls(jsonb_build_object('withdrawalId', w.id,
      'amountMicroUsd', w.amount_micro_usd::text, 'feeMicroUsd', w.fee_micro_usd::text, 'toAddress', w.to_address,
      'requestedBy', CASE WHEN NOT waiting.is_by_key THEN (SELECT name FROM people WHERE id = waiting.requested_by) END)),
    at, interval '0', interval '3 days')
    FROM withdrawals w WHERE w.id = waiting.withdrawal_id
$$;

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

CREATE TRIGGER mail_waiting_withdrawals AFTER UPDATE OF role, disabled_at ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NOT NULL
    AND (OLD.role = 'owner' AND OLD.disabled_at IS NULL) <> (NEW.role = 'owner' AND NEW.disabled_at IS NULL))
  EXECUTE FUNCTION mail_waiting_withdrawals();
CREATE TRIGGER mail_waiting_to_new_owner AFTER INSERT ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NOT NULL AND NEW.role = 'owner') EXECUTE FUNCTION mail_waiting_withdrawals();
