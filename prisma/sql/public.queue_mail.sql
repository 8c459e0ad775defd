-- Queues an e-mail to a person, in the transaction of its cause. Does nothing for a removed person, and for a topic that the
-- person has switched off (null: cannot be switched off). While the history of the demo is made, which a schema of its triggers shows,
-- nothing is queued for a cause of more than a day ago. The message waits for `delay`, and is of no use after `lifetime`. It counts as
-- waiting only after `delay`. Both begin at the time of the database, by which messages are sent: `at` is of a process, whose clock may
-- be wrong.
CREATE OR REPLACE FUNCTION public.queue_mail(recipient people, kind text, topic text, data jsonb, at timestamptz, delay interval,
    lifetime interval)
  RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO mail_outbox (id, channel, kind, partner_id, person_id, address, data, created_at, due_at, expires_at)
  SELECT 'eml_' || replace(gen_random_uuid()::text, '-', ''), 'mail', kind, recipient.partner_id, recipient.id, recipient.email,
    data, now() + delay, now() + delay, now() + lifetime
  WHERE recipient.disabled_at IS NULL AND (topic IS NULL OR topic <> ALL (recipient.muted_topics))
    AND (at > now() - interval '1 day' OR to_regnamespace('simulated_time') IS NULL)
$$;
