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
