-- Queues the e-mail that asks a person of a partner to approve a withdrawal that waits for a second person of the partner. It is
-- sent after `delay`.
CREATE OR REPLACE FUNCTION public.mail_own_approval(recipient people, waiting partner_approvals, at timestamptz,
    delay interval DEFAULT '0')
  RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT queue_mail(recipient, 'withdrawal_own_approval', 'withdrawals', jsonb_strip_nulls(jsonb_build_object('withdrawalId', w.id,
      'amountMicroUsd', w.amount_micro_usd::text, 'feeMicroUsd', w.fee_micro_usd::text, 'toAddress', w.to_address,
      'requestedBy', CASE WHEN NOT waiting.is_by_key THEN (SELECT name FROM people WHERE id = waiting.requested_by) END)),
    at, delay, delay + interval '3 days')
    FROM withdrawals w WHERE w.id = waiting.withdrawal_id
$$;
