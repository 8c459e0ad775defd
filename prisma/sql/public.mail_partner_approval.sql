-- Trigger: the people of a partner who may approve a withdrawal get an e-mail when it begins to wait for them; the operator's
-- when one of them approved it.
CREATE OR REPLACE FUNCTION public.mail_partner_approval() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM mail_pending_withdrawal(NEW.approved_at);
    RETURN NULL;
  END IF;
  PERFORM queue_mail(p, 'withdrawal_own_approval', 'withdrawals', jsonb_strip_nulls(jsonb_build_object('withdrawalId', w.id,
      'amountMicroUsd', w.amount_micro_usd::text, 'feeMicroUsd', w.fee_micro_usd::text, 'toAddress', w.to_address,
      'requestedBy', CASE WHEN NOT NEW.is_by_key THEN (SELECT name FROM people WHERE id = NEW.requested_by) END)),
    NEW.created_at, interval '0', interval '3 days')
    FROM people p, withdrawals w WHERE p.partner_id = NEW.partner_id AND w.id = NEW.withdrawal_id AND may_approve_own(p, NEW);
  RETURN NULL;
END
$$;
