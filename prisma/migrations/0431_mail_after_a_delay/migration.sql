-- Nobody was asked to approve a withdrawal that an API key requested within 72 hours after the other owner had left, and a message
-- with such a delay counted as one that waits for all of it.

-- Trigger: the people of a partner who may approve a withdrawal get an e-mail when it begins to wait for them; the operator's
-- when one of them approved it. The maker of its API key, as the only owner beside one who left less than 72 hours ago, may approve
-- when the former owner no longer counts (has_other_owner), and gets the e-mail then.
CREATE OR REPLACE FUNCTION public.mail_partner_approval() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM mail_pending_withdrawal(NEW.approved_at);
    RETURN NULL;
  END IF;
  PERFORM mail_own_approval(p, NEW, NEW.created_at) FROM people p WHERE p.partner_id = NEW.partner_id AND may_approve_own(p, NEW);
  PERFORM mail_own_approval(p, NEW, NEW.created_at, former.last_until + interval '72 hours' - NEW.created_at)
    FROM people p CROSS JOIN LATERAL (SELECT max(o.owner_until) AS last_until,
        coalesce(bool_or(o.role = 'owner' AND o.disabled_at IS NULL), false) AS has_other
      FROM people o WHERE o.partner_id = NEW.partner_id AND o.id <> p.id) former
    WHERE NEW.is_by_key AND p.id = NEW.requested_by AND p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL
      AND NOT former.has_other AND former.last_until > now() - interval '72 hours';
  RETURN NULL;
END
$$;

-- Queues an e-mail to a person, in the transaction of its cause. Does nothing for a removed person, for a topic that the
-- person has switched off (null: cannot be switched off), and for a cause of more than a day ago, such as one of the demo's
-- history. The message waits for `delay`, and is of no use after `lifetime`. It counts as waiting only after `delay`.
CREATE OR REPLACE FUNCTION public.queue_mail(recipient people, kind text, topic text, data jsonb, at timestamptz, delay interval,
    lifetime interval)
  RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO mail_outbox (id, channel, kind, partner_id, person_id, address, data, created_at, due_at, expires_at)
  SELECT 'eml_' || replace(gen_random_uuid()::text, '-', ''), 'mail', kind, recipient.partner_id, recipient.id, recipient.email,
    data, at + delay, at + delay, at + lifetime
  WHERE recipient.disabled_at IS NULL AND (topic IS NULL OR topic <> ALL (recipient.muted_topics))
    AND at > now() - interval '1 day'
$$;
