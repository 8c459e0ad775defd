-- A process whose clock was more than a day behind queued no e-mail: its causes were taken for those of the demo's history.

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

-- Queues the e-mails about a person of a partner who was removed (`new_role` null) or stopped being an owner: to the person, and
-- to the owners, also the one who did it, whose session may be in other hands. They cannot be switched off. `former` is the row
-- before the change; `actor` is null for single sign-on. The person's own e-mail names its address alone, because messages to a
-- removed person are dropped. Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.mail_lost_access(former people, new_role text, actor text, at timestamptz) RETURNS void LANGUAGE sql
  SET search_path = public, pg_temp AS $$
  WITH message AS (SELECT jsonb_build_object('name', former.name, 'email', former.email, 'from', former.role, 'to', new_role,
      'by', CASE WHEN actor IS NULL THEN 'sso' WHEN a.partner_id IS NULL THEN 'operator' ELSE 'person' END,
      'byName', CASE WHEN a.partner_id IS NOT NULL THEN concat(a.name, ' (', a.email, ')') END, 'at', at) AS data
    FROM (SELECT actor AS id) AS named LEFT JOIN people a ON a.id = named.id),
  to_person AS (INSERT INTO mail_outbox (id, channel, kind, partner_id, address, data, created_at, due_at, expires_at)
    SELECT 'eml_' || replace(gen_random_uuid()::text, '-', ''), 'mail', 'lost_access', former.partner_id, former.email,
      data || '{"isYou": true}', now(), now(), now() + interval '3 days'
    FROM message)
  SELECT queue_mail(p, 'lost_access', NULL, message.data || '{"isYou": false}', at, interval '0', interval '3 days')
    FROM message JOIN people p ON p.partner_id = former.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL AND p.id <> former.id
$$;
