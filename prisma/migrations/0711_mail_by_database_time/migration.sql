-- E-mails waited for the time of the process that queued them. One whose clock was an hour ahead sent an invitation or a link for a new
-- password an hour later, and one whose clock was behind ended its attempts earlier.

-- Queues an e-mail to a person, in the transaction of its cause. Does nothing for a removed person, for a topic that the
-- person has switched off (null: cannot be switched off), and for a cause of more than a day ago, such as one of the demo's
-- history. The message waits for `delay`, and is of no use after `lifetime`. It counts as waiting only after `delay`. Both begin at the
-- time of the database, by which messages are sent: `at` is of a process, whose clock may be wrong.
CREATE OR REPLACE FUNCTION public.queue_mail(recipient people, kind text, topic text, data jsonb, at timestamptz, delay interval,
    lifetime interval)
  RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO mail_outbox (id, channel, kind, partner_id, person_id, address, data, created_at, due_at, expires_at)
  SELECT 'eml_' || replace(gen_random_uuid()::text, '-', ''), 'mail', kind, recipient.partner_id, recipient.id, recipient.email,
    data, now() + delay, now() + delay, now() + lifetime
  WHERE recipient.disabled_at IS NULL AND (topic IS NULL OR topic <> ALL (recipient.muted_topics))
    AND at > now() - interval '1 day'
$$;

-- Queues an e-mail to those who may approve withdrawals, a minute later, one for all withdrawals of that minute: the message says
-- how many are pending when it is sent. An earlier one that is due within 30 seconds is not counted on, because it may be sent
-- before this transaction ends. No unique key makes this exact, because concurrent withdrawals would wait for each other: at
-- worst two messages say the same.
CREATE OR REPLACE FUNCTION public.mail_pending_withdrawal(at timestamptz) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'withdrawal_pending', 'withdrawals', '{}', at, interval '1 minute', interval '1 day')
    FROM people p WHERE p.partner_id IS NULL AND may_approve(p) AND NOT EXISTS (
      SELECT FROM mail_outbox m WHERE m.person_id = p.id AND m.kind = 'withdrawal_pending'
        AND m.due_at > now() + interval '30 seconds' AND m.attempts = 0);
END
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
    FROM message WHERE at > now() - interval '1 day')
  SELECT queue_mail(p, 'lost_access', NULL, message.data || '{"isYou": false}', at, interval '0', interval '3 days')
    FROM message JOIN people p ON p.partner_id = former.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL AND p.id <> former.id
$$;

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
  PERFORM mail_own_approval(p, NEW, NEW.created_at, former.last_until + interval '72 hours' - now())
    FROM people p CROSS JOIN LATERAL (SELECT max(o.owner_until) AS last_until,
        coalesce(bool_or(o.role = 'owner' AND o.disabled_at IS NULL), false) AS has_other
      FROM people o WHERE o.partner_id = NEW.partner_id AND o.id <> p.id) former
    WHERE NEW.is_by_key AND p.id = NEW.requested_by AND p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL
      AND NOT former.has_other AND former.last_until > now() - interval '72 hours';
  RETURN NULL;
END
$$;

-- Stores an invitation in place of an open one for the same e-mail, if the inviter may invite. Returns 'done', 'exists'
-- when one of these people has the e-mail, or 'not_allowed'. The key `mail` (the id and the sealed link of an e-mail) is not
-- of the row: with it, the invitation is also sent to its address. People of a partner have at most 50 invitations open (PW030)
-- and make at most 100 in 24 hours (PW031), because each is an e-mail of the service to an address that they choose. These are
-- errors: a version that does not know these outcomes would report success.
CREATE OR REPLACE FUNCTION public.invite_person(row_of_invitation jsonb) RETURNS text LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  invited invitations := jsonb_populate_record(NULL::invitations, row_of_invitation);
BEGIN
  PERFORM lock_people_of(invited.partner_id);
  PERFORM FROM people WHERE id = invited.invited_by FOR SHARE;
  IF NOT leads_people_of(invited.partner_id, invited.invited_by) THEN
    RETURN 'not_allowed';
  END IF;
  IF EXISTS (SELECT FROM people WHERE email_key = invited.email_key
      AND partner_id IS NOT DISTINCT FROM invited.partner_id) THEN
    RETURN 'exists';
  END IF;
  -- Not for the operator, who lets a new owner in whatever the partner has done.
  IF EXISTS (SELECT FROM people WHERE id = invited.invited_by AND partner_id = invited.partner_id) THEN
    IF 50 <= (SELECT count(*) FROM invitations i WHERE i.partner_id = invited.partner_id AND i.email_key <> invited.email_key
        AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > invited.created_at) THEN
      RAISE EXCEPTION 'partner % has 50 open invitations', invited.partner_id USING ERRCODE = 'PW030';
    END IF;
    IF 100 <= (SELECT count(*) FROM invitations i WHERE i.partner_id = invited.partner_id
        AND i.created_at > invited.created_at - interval '24 hours') THEN
      RAISE EXCEPTION 'partner % made 100 invitations within 24 hours', invited.partner_id USING ERRCODE = 'PW031';
    END IF;
  END IF;
  UPDATE invitations SET revoked_at = invited.created_at
    WHERE email_key = invited.email_key AND accepted_at IS NULL AND revoked_at IS NULL
      AND (partner_id = invited.partner_id OR (invited.partner_id IS NULL AND partner_id IS NULL));
  INSERT INTO invitations SELECT invited.*;
  INSERT INTO mail_outbox (id, channel, kind, partner_id, address, data, link_sealed, created_at, due_at, expires_at)
    SELECT m.id, 'mail', 'invitation', invited.partner_id, invited.email, jsonb_build_object('role', invited.role,
        'partnerName', (SELECT name FROM partners WHERE id = invited.partner_id),
        'invitedBy', (SELECT name FROM people WHERE id = invited.invited_by), 'expiresAt', invited.expires_at),
      m.link_sealed, invited.created_at, now(), now() + (invited.expires_at - invited.created_at)
    FROM jsonb_to_record(row_of_invitation -> 'mail') AS m (id text, link_sealed text) WHERE m.id IS NOT NULL;
  RETURN 'done';
END
$$;

-- Makes the link with which an operator sets a new password and second factor, and sends it by e-mail to the operator alone.
-- An earlier link ends. `made` has the columns id, token_hash, expires_at and mail (the id and the sealed link of the e-mail).
-- Returns 'done', or 'stale' when the operator was removed.
CREATE OR REPLACE FUNCTION public.make_recovery_link(person text, maker text, at timestamptz, made jsonb) RETURNS text
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invitations SET revoked_at = at WHERE recovers = person AND accepted_at IS NULL AND revoked_at IS NULL;
  INSERT INTO invitations (id, email, email_key, role, token_hash, invited_by, recovers, created_at, expires_at)
    SELECT made ->> 'id', p.email, p.email_key, p.role, made ->> 'token_hash', maker, p.id, at, (made ->> 'expires_at')::timestamptz
    FROM people p WHERE p.id = person AND p.partner_id IS NULL AND p.disabled_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'stale';
  END IF;
  INSERT INTO mail_outbox (id, channel, kind, person_id, address, data, link_sealed, created_at, due_at, expires_at)
    SELECT m.id, 'mail', 'second_factor_reset', p.id, p.email,
      jsonb_build_object('confirmedBy', (SELECT name FROM people WHERE id = maker), 'expiresAt', made ->> 'expires_at'),
      m.link_sealed, at, now(), now() + ((made ->> 'expires_at')::timestamptz - at)
    FROM jsonb_to_record(made -> 'mail') AS m (id text, link_sealed text), people p WHERE p.id = person;
  RETURN 'done';
END
$$;
