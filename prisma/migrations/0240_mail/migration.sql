-- E-mail: a message is queued in the transaction of its cause, and a background job sends it:
-- docs/decisions/0088-mail.md

CREATE TABLE mail_outbox (
  id text NOT NULL,
  channel text NOT NULL,
  kind text NOT NULL,
  partner_id text,
  person_id text,
  address text,
  data jsonb NOT NULL,
  link_sealed text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  due_at timestamptz(3),
  leased_until timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  CONSTRAINT mail_outbox_pkey PRIMARY KEY (id),
  CONSTRAINT mail_outbox_channel CHECK (CASE channel WHEN 'mail' THEN address IS NOT NULL WHEN 'webhook' THEN address IS NULL ELSE false END),
  CONSTRAINT mail_outbox_end CHECK (due_at IS NULL OR (sent_at IS NULL AND failed_at IS NULL))
);
COMMENT ON TABLE mail_outbox IS 'E-mails and messages to the operator''s webhook that wait for the background job or were sent';
COMMENT ON COLUMN mail_outbox.link_sealed IS 'a link with a one-time token, sealed; erased when the message was sent or given up';
COMMENT ON COLUMN mail_outbox.due_at IS 'the next attempt; null when no attempt follows';
CREATE INDEX mail_outbox_created_at_idx ON mail_outbox(created_at);
CREATE INDEX mail_outbox_due ON mail_outbox(channel, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mail_outbox_waiting_of_person ON mail_outbox(person_id) WHERE sent_at IS NULL;
CREATE INDEX mail_outbox_failed ON mail_outbox(failed_at) WHERE failed_at IS NOT NULL;

CREATE TABLE password_resets (
  id text NOT NULL,
  person_id text NOT NULL,
  token_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT password_resets_pkey PRIMARY KEY (id),
  CONSTRAINT password_resets_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
COMMENT ON TABLE password_resets IS 'Links with which people set a new password, each valid once; only hashes are stored';
CREATE UNIQUE INDEX password_resets_token_hash_key ON password_resets(token_hash);
CREATE INDEX password_resets_person_id_idx ON password_resets(person_id);

CREATE TABLE sandbox_mail (
  id text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  CONSTRAINT sandbox_mail_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE sandbox_mail IS 'The mailbox of staging, which stands in for a mail server';
CREATE INDEX sandbox_mail_sent_at_idx ON sandbox_mail(sent_at DESC);

-- Not with its default in one statement: since 17.12 PostgreSQL refuses that for a table whose row type is an argument of
-- a function with a parsed body (may_approve).
ALTER TABLE people ADD COLUMN muted_topics text[];
ALTER TABLE people ALTER COLUMN muted_topics SET DEFAULT ARRAY[]::text[];
UPDATE people SET muted_topics = ARRAY[]::text[];
ALTER TABLE people ADD CONSTRAINT people_muted_topics CHECK (muted_topics IS NOT NULL) NOT VALID;
ALTER TABLE people VALIDATE CONSTRAINT people_muted_topics;
COMMENT ON COLUMN people.muted_topics IS 'the topics of e-mail that the person has switched off';

GRANT SELECT, INSERT, UPDATE, DELETE ON mail_outbox, password_resets TO partner_wallet_app;
GRANT SELECT, INSERT, DELETE ON sandbox_mail TO partner_wallet_app;

-- Queues an e-mail to a person, in the transaction of its cause. Does nothing for a removed person, for a topic that the
-- person has switched off (null: cannot be switched off), and for a cause of more than a day ago, such as one of the demo's
-- history. The message waits for `delay`, and is of no use after `lifetime`.
CREATE OR REPLACE FUNCTION public.queue_mail(recipient people, kind text, topic text, data jsonb, at timestamptz, delay interval,
    lifetime interval)
  RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO mail_outbox (id, channel, kind, partner_id, person_id, address, data, created_at, due_at, expires_at)
  SELECT 'eml_' || replace(gen_random_uuid()::text, '-', ''), 'mail', kind, recipient.partner_id, recipient.id, recipient.email,
    data, at, at + delay, at + lifetime
  WHERE recipient.disabled_at IS NULL AND (topic IS NULL OR topic <> ALL (recipient.muted_topics))
    AND at > now() - interval '1 day'
$$;

-- Trigger: those who may approve a new withdrawal get an e-mail a minute later, one for all withdrawals of that minute: the
-- message says how many are pending when it is sent. An earlier one that is due within 30 seconds is not counted on, because
-- it may be sent before this transaction ends. No unique key makes this exact, because concurrent withdrawals would wait for
-- each other: at worst two messages say the same.
CREATE OR REPLACE FUNCTION public.mail_new_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'withdrawal_pending', 'withdrawals', '{}', NEW.created_at, interval '1 minute', interval '1 day')
    FROM people p WHERE p.partner_id IS NULL AND may_approve(p) AND NOT EXISTS (
      SELECT FROM mail_outbox m WHERE m.person_id = p.id AND m.kind = 'withdrawal_pending'
        AND m.due_at > NEW.created_at + interval '30 seconds' AND m.attempts = 0);
  RETURN NULL;
END
$$;

-- Trigger: the owners of a partner get an e-mail when a withdrawal was approved, rejected, completed or has failed.
CREATE OR REPLACE FUNCTION public.mail_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'withdrawal_' || NEW.status, 'withdrawals', jsonb_strip_nulls(jsonb_build_object('withdrawalId', NEW.id,
      'amountMicroUsd', NEW.amount_micro_usd::text, 'feeMicroUsd', NEW.fee_micro_usd::text, 'toAddress', NEW.to_address,
      'txHash', NEW.tx_hash, 'reason', coalesce(NEW.reject_reason, NEW.failure_reason))),
    CASE NEW.status WHEN 'approved' THEN NEW.approved_at WHEN 'rejected' THEN NEW.rejected_at
      WHEN 'completed' THEN NEW.completed_at ELSE NEW.failed_at END, interval '0', interval '3 days')
    FROM people p WHERE p.partner_id = NEW.partner_id AND p.role = 'owner';
  RETURN NULL;
END
$$;

-- Trigger: the owners and developers of a partner get an e-mail when the service has paused their webhook endpoint. A person
-- who pauses it also clears failing_since.
CREATE OR REPLACE FUNCTION public.mail_paused_endpoint() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'webhook_paused', 'webhooks', jsonb_build_object('host', substring(NEW.url FROM '://([^/?#]+)'),
      'failingSince', NEW.failing_since), NEW.paused_at, interval '0', interval '3 days')
    FROM people p WHERE p.partner_id = NEW.partner_id AND p.role IN ('owner', 'developer');
  RETURN NULL;
END
$$;

-- Trigger: the owners of a partner, and the person who created the key, get an e-mail about each new API key.
CREATE OR REPLACE FUNCTION public.mail_new_key() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'api_key_created', NULL, jsonb_build_object('name', NEW.name, 'hint', NEW.hint,
      'scopes', to_jsonb(NEW.scopes), 'createdBy', (SELECT name FROM people WHERE id = NEW.created_by)),
    NEW.created_at, interval '0', interval '3 days')
    FROM people p WHERE p.partner_id = NEW.partner_id AND (p.role = 'owner' OR p.id = NEW.created_by);
  RETURN NULL;
END
$$;

-- Trigger: administrators and approvers get an e-mail about each new alert, and the operator's webhook gets a message. The
-- background job sends the latter where the settings name a webhook.
CREATE OR REPLACE FUNCTION public.mail_alert() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  facts jsonb := jsonb_build_object('alertId', NEW.id, 'kind', NEW.kind, 'subject', NEW.subject, 'text', NEW.text,
    'openedAt', NEW.opened_at);
BEGIN
  PERFORM queue_mail(p, 'alert', 'alerts', facts, NEW.opened_at, interval '0', interval '1 day')
    FROM people p WHERE p.partner_id IS NULL AND p.role IN ('admin', 'approver');
  INSERT INTO mail_outbox (id, channel, kind, data, created_at, due_at, expires_at)
    SELECT 'evt_' || replace(gen_random_uuid()::text, '-', ''), 'webhook', 'alert', facts, NEW.opened_at, NEW.opened_at,
      NEW.opened_at + interval '1 day'
    WHERE NEW.opened_at > now() - interval '1 day';
  RETURN NULL;
END
$$;

-- Stores an invitation in place of an open one for the same e-mail, if the inviter may invite. Returns 'done', 'exists'
-- when one of these people has the e-mail, or 'not_allowed'. The key `mail` (the id and the sealed link of an e-mail) is not
-- of the row: with it, the invitation is also sent to its address.
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
  UPDATE invitations SET revoked_at = invited.created_at
    WHERE email_key = invited.email_key AND accepted_at IS NULL AND revoked_at IS NULL
      AND (partner_id = invited.partner_id OR (invited.partner_id IS NULL AND partner_id IS NULL));
  INSERT INTO invitations SELECT invited.*;
  INSERT INTO mail_outbox (id, channel, kind, partner_id, address, data, link_sealed, created_at, due_at, expires_at)
    SELECT m.id, 'mail', 'invitation', invited.partner_id, invited.email, jsonb_build_object('role', invited.role,
        'partnerName', (SELECT name FROM partners WHERE id = invited.partner_id),
        'invitedBy', (SELECT name FROM people WHERE id = invited.invited_by), 'expiresAt', invited.expires_at),
      m.link_sealed, invited.created_at, invited.created_at, invited.expires_at
    FROM jsonb_to_record(row_of_invitation -> 'mail') AS m (id text, link_sealed text) WHERE m.id IS NOT NULL;
  RETURN 'done';
END
$$;

-- Gives a person another role, or removes the person when new_role is null, if `actor` may. One change at a time among
-- the people of a partner, or of the operator when partner is null: of two owners who remove each other the second one
-- is refused. A removed person's row stays for the audit log, and the e-mail becomes free. `kept` are API keys that the
-- actor takes over; `counts_from` is from when the approvals of a promoted operator count (24 hours later when it is
-- null). Returns 'done', 'unknown', 'last_owner' or 'not_allowed'.
CREATE OR REPLACE FUNCTION public.change_person(partner text, actor text, person text, new_role text, at timestamptz, kept text[] DEFAULT '{}',
    counts_from timestamptz DEFAULT NULL)
  RETURNS text LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  top CONSTANT text := CASE WHEN partner IS NULL THEN 'admin' ELSE 'owner' END;
  old_role text;
BEGIN
  PERFORM lock_people_of(partner);
  IF NOT leads_people_of(partner, actor) THEN
    RETURN 'not_allowed';
  END IF;
  SELECT role INTO old_role FROM people WHERE id = person AND partner_id IS NOT DISTINCT FROM partner AND disabled_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'unknown';
  END IF;
  IF old_role = top AND new_role IS DISTINCT FROM top AND NOT EXISTS (
      SELECT FROM people p WHERE (p.partner_id = partner OR (partner IS NULL AND p.partner_id IS NULL))
        AND p.role = top AND p.disabled_at IS NULL AND p.id <> person) THEN
    RETURN 'last_owner';
  END IF;
  IF new_role IS NULL THEN
    UPDATE people SET disabled_at = at, email_key = id, totp_secret_sealed = NULL, totp_pending_sealed = NULL WHERE id = person;
    UPDATE sessions SET revoked_at = at WHERE person_id = person AND revoked_at IS NULL;
    DELETE FROM recovery_codes WHERE person_id = person;
    DELETE FROM password_resets WHERE person_id = person;
    DELETE FROM mail_outbox WHERE person_id = person AND sent_at IS NULL;
  ELSIF partner IS NULL AND old_role = 'auditor' AND new_role <> 'auditor' THEN
    UPDATE people SET role = new_role, role_since = at, approves_from = coalesce(counts_from, at + interval '24 hours')
      WHERE id = person;
  ELSE
    UPDATE people SET role = new_role WHERE id = person;
  END IF;
  -- After the person's row, which every inviter locks: an admin who invites an owner takes no other of these locks.
  IF new_role IS DISTINCT FROM top THEN
    UPDATE invitations SET revoked_at = at WHERE invited_by = person AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  IF partner IS NULL AND new_role IS DISTINCT FROM top THEN
    UPDATE admin_requests SET cancelled_by = actor, cancelled_at = at
      WHERE requested_by = person AND confirmed_at IS NULL AND cancelled_at IS NULL;
  END IF;
  IF partner IS NOT NULL THEN
    PERFORM revoke_keys_beyond_role(person, new_role, actor, kept, at);
  END IF;
  RETURN 'done';
END
$$;

CREATE TRIGGER mail_new_withdrawal AFTER INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION mail_new_withdrawal();
CREATE TRIGGER mail_withdrawal AFTER UPDATE OF status ON withdrawals FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status AND NEW.status IN ('approved', 'rejected', 'completed', 'failed'))
  EXECUTE FUNCTION mail_withdrawal();
CREATE TRIGGER mail_paused_endpoint AFTER UPDATE OF paused_at ON webhook_endpoints FOR EACH ROW
  WHEN (OLD.paused_at IS NULL AND NEW.paused_at IS NOT NULL AND NEW.failing_since IS NOT NULL)
  EXECUTE FUNCTION mail_paused_endpoint();
CREATE TRIGGER mail_new_key AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION mail_new_key();
CREATE TRIGGER mail_alert AFTER INSERT ON alerts FOR EACH ROW EXECUTE FUNCTION mail_alert();
