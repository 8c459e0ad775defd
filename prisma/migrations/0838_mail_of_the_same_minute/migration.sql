-- The look-up of an e-mail that is queued for the same minute reads few of those that wait: it runs under the lock of a wallet or of a
-- withdrawal.

-- Queues the e-mail that asks a person of a partner to approve the withdrawals that wait for a second person of the partner. It is
-- sent a minute after `delay`, one for all withdrawals of that minute: the message says how many wait when it is sent. Otherwise an
-- API key that requests withdrawals could bury the messages about changes of the partner's people. As in mail_pending_withdrawal, an
-- earlier one that is due within 30 seconds is not counted on.
CREATE OR REPLACE FUNCTION public.mail_own_approval(recipient people, waiting partner_approvals, at timestamptz,
    delay interval DEFAULT '0')
  RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT queue_mail(recipient, 'withdrawal_own_approval', 'withdrawals', jsonb_strip_nulls(jsonb_build_object('withdrawalId', w.id,
      'amountMicroUsd', w.amount_micro_usd::text, 'feeMicroUsd', w.fee_micro_usd::text, 'toAddress', w.to_address,
      'requestedBy', CASE WHEN NOT waiting.is_by_key THEN (SELECT name FROM people WHERE id = waiting.requested_by) END)),
    at, delay + interval '1 minute', delay + interval '3 days')
    FROM withdrawals w WHERE w.id = waiting.withdrawal_id AND NOT EXISTS (
      SELECT FROM mail_outbox m WHERE m.person_id = recipient.id AND m.kind = 'withdrawal_own_approval'
        AND m.created_at > now() + delay + interval '30 seconds' AND m.created_at <= now() + delay + interval '1 minute' AND m.attempts = 0)
$$;

-- Queues an e-mail to those who may approve withdrawals, a minute later, one for all withdrawals of that minute: the message says
-- how many are pending when it is sent. An earlier one that is due within 30 seconds is not counted on, because it may be sent
-- before this transaction ends. No unique key makes this exact, because concurrent withdrawals would wait for each other: at
-- worst two messages say the same. A message is created at the time of its first attempt (queue_mail): while many wait for their next
-- one, few are created in the coming minutes, and this runs under the lock of a wallet.
CREATE OR REPLACE FUNCTION public.mail_pending_withdrawal(at timestamptz) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'withdrawal_pending', 'withdrawals', '{}', at, interval '1 minute', interval '1 day')
    FROM people p WHERE p.partner_id IS NULL AND may_approve(p) AND NOT EXISTS (
      SELECT FROM mail_outbox m WHERE m.person_id = p.id AND m.kind = 'withdrawal_pending'
        AND m.created_at > now() + interval '30 seconds' AND m.created_at <= now() + interval '2 minutes' AND m.attempts = 0);
END
$$;
