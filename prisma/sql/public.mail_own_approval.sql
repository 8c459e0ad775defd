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
