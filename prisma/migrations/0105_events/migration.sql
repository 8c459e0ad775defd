-- What other processes are told, the chain of hashes over the audit log, webhook events, and the data of deleted users.

-- Trigger: tells every process to drop what it has cached of an API key or a partner that changed.
CREATE OR REPLACE FUNCTION public.announce_caller_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caller_changed', coalesce(to_jsonb(NEW) ->> 'partner_id', to_jsonb(NEW) ->> 'id'));
  RETURN NULL;
END
$$;

-- Trigger: tells every process that a webhook endpoint has another address or secret, or is paused, so that each returns
-- the deliveries that it has leased. Source: docs/decisions/0014-webhook-delivery.md
CREATE OR REPLACE FUNCTION public.announce_endpoint_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('endpoint_changed', NEW.partner_id);
  RETURN NULL;
END
$$;

-- Trigger: tells every process to end the live updates of a session that has ended, or of a person who was disabled or
-- has another role.
CREATE OR REPLACE FUNCTION public.announce_person_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('person_changed', coalesce(to_jsonb(NEW) ->> 'person_id', to_jsonb(NEW) ->> 'id'));
  RETURN NULL;
END
$$;

-- Returns a value with its length before it, so that two different rows are never encoded alike.
CREATE OR REPLACE FUNCTION public.audit_field(value text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = '' AS $$
  SELECT coalesce(octet_length(value) || ':' || value, '-')
$$;

-- Returns the hash of an audit entry at its position: of every column and of the hash before it. lib/audit/chain has the
-- same rule.
CREATE OR REPLACE FUNCTION public.audit_hash(place bigint, previous text, e audit_entries) RETURNS text LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT encode(sha256(convert_to(concat(
    audit_field(place::text), audit_field(previous), audit_field(e.id), audit_field(e.person_id), audit_field(e.partner_id),
    audit_field(e.action), audit_field(e.target_id), audit_field(e.before::text), audit_field(e.after::text),
    audit_field(e.ip_address), audit_field(e.request_id),
    audit_field(to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))), 'UTF8')), 'hex')
$$;

-- Appends an audit entry to the chain of hashes, under the lock of the head of the chain.
CREATE OR REPLACE FUNCTION public.audit_link(e audit_entries) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  head audit_head;
  hash_of_entry text;
BEGIN
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  hash_of_entry := audit_hash(head.entries + 1, head.hash, e);
  INSERT INTO audit_chain (position, entry_id, previous_hash, hash) VALUES (head.entries + 1, e.id, head.hash, hash_of_entry);
  UPDATE audit_head SET entries = head.entries + 1, hash = hash_of_entry;
END
$$;

-- Trigger at the commit: appends the audit entry to the chain of hashes. The head of the chain is the last row that a
-- transaction locks, so transactions that wait for it wait for nothing else.
CREATE OR REPLACE FUNCTION public.chain_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM audit_link(NEW);
  RETURN NULL;
END
$$;

-- Stores webhook events with their sequence numbers, and a delivery for each that the partner's endpoint subscribes to.
-- The caller holds a lock on the resource of each event; should two still meet, the unique sequence number refuses the
-- second one, and it is decided again.
CREATE OR REPLACE FUNCTION public.commit_events(added jsonb) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH inserted AS (
    INSERT INTO webhook_events (id, partner_id, type, resource_id, body, created_at, is_test, sequence)
    SELECT r.id, r.partner_id, r.type, r.resource_id, r.body, r.created_at, coalesce(r.is_test, false),
      coalesce((SELECT max(e.sequence) FROM webhook_events e
        WHERE e.partner_id = r.partner_id AND e.resource_id = r.resource_id), 0)
      + row_number() OVER (PARTITION BY r.partner_id, r.resource_id ORDER BY r.id)
    FROM jsonb_populate_recordset(NULL::webhook_events, added) r
    RETURNING *
  )
  INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, due_at, created_at)
  SELECT i.id, i.partner_id, i.resource_id, i.sequence, 'pending', now(), i.created_at
  FROM inserted i JOIN webhook_endpoints p ON p.partner_id = i.partner_id
  WHERE p.url IS NOT NULL AND (i.is_test OR p.events && ARRAY['*', i.type]);
$$;

-- Sets the address and the secret of a partner's webhook endpoint. The endpoint's row is locked first: of two at once
-- the second one sees the secret of the first, and replaces it.
CREATE OR REPLACE FUNCTION public.set_webhook_endpoint(partner text, new_url text, secret_id text, sealed text, at timestamptz, previous_until timestamptz)
  RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO webhook_endpoints (partner_id, url) VALUES (partner, new_url)
    ON CONFLICT (partner_id) DO UPDATE SET url = excluded.url, failing_since = NULL, paused_at = NULL;
  UPDATE webhook_secrets SET expires_at = previous_until WHERE partner_id = partner AND expires_at IS NULL;
  INSERT INTO webhook_secrets (id, partner_id, secret_sealed, created_at) VALUES (secret_id, partner, sealed, at);
END
$$;

-- Removes the personal data of a deleted user from cards, webhook events and their attempts. The second call changes
-- nothing. Source: docs/decisions/0047-data-of-deleted-users.md
CREATE OR REPLACE FUNCTION public.mask_user(deleted_id text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  owner text;
  masked text[];
BEGIN
  SELECT partner_id INTO STRICT owner FROM users WHERE id = deleted_id AND deleted_at IS NOT NULL;
  UPDATE cards SET card_name = 'Deleted user' WHERE user_id = deleted_id;
  masked := ARRAY(SELECT id FROM webhook_events
    WHERE partner_id = owner AND resource_id = deleted_id AND type = 'user.kyc-event' ORDER BY id);
  -- Whoever records an attempt holds its delivery: an attempt is either seen here, or sees that the user is deleted.
  PERFORM FROM webhook_deliveries WHERE event_id = ANY (masked) ORDER BY event_id FOR UPDATE;
  UPDATE webhook_attempts SET response_body = '' WHERE partner_id = owner AND event_id = ANY (masked) AND response_body <> '';
  -- The fields stay, as the contract names them.
  UPDATE webhook_events e SET body = json_build_object(
      'event', b.body -> 'event', 'timestamp', b.body -> 'timestamp',
      'data', (SELECT json_object_agg(d.key,
          CASE WHEN d.key IN ('serviceId', 'status') THEN d.value ELSE to_json(''::text) END)
        FROM json_each(b.body -> 'data') d))::text
    FROM (SELECT id, body::json AS body FROM webhook_events WHERE id = ANY (masked)) b
    WHERE e.id = b.id;
END
$$;

-- Trigger: masks the data of a user in the transaction that deletes the user. Source:
-- docs/decisions/0047-data-of-deleted-users.md
CREATE OR REPLACE FUNCTION public.mask_deleted_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM mask_user(NEW.id);
  RETURN NULL;
END
$$;

-- Trigger: removes the response of a webhook delivery that was under way when its user was deleted: it may repeat what
-- was sent.
CREATE OR REPLACE FUNCTION public.mask_late_answer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT resource_id FROM webhook_events WHERE id = NEW.event_id AND type = 'user.kyc-event' OFFSET 0) e
      JOIN users u ON u.id = e.resource_id WHERE u.deleted_at IS NOT NULL) THEN
    NEW.response_body := '';
  END IF;
  RETURN NEW;
END
$$;

-- Triggers of partners
CREATE TRIGGER announce AFTER UPDATE ON partners FOR EACH ROW EXECUTE FUNCTION announce_caller_change();

-- Triggers of api_keys
CREATE TRIGGER announce AFTER UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION announce_caller_change();

-- Triggers of people
CREATE TRIGGER announce AFTER UPDATE OF role, partner_id, disabled_at ON people FOR EACH ROW
  WHEN ((OLD.role, OLD.partner_id, OLD.disabled_at) IS DISTINCT FROM (NEW.role, NEW.partner_id, NEW.disabled_at))
  EXECUTE FUNCTION announce_person_change();

-- Triggers of sessions
CREATE TRIGGER announce AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION announce_person_change();
-- Who follows changes in a session is cut off when another dashboard is looked at in it, or none any more.
CREATE TRIGGER announce_viewing AFTER UPDATE OF viewing_partner_id ON sessions FOR EACH ROW
  WHEN (OLD.viewing_partner_id IS DISTINCT FROM NEW.viewing_partner_id) EXECUTE FUNCTION announce_person_change();

-- Triggers of audit_entries
-- At the commit: the head is the last thing that a deed locks, after every account, row and counter, and for a moment.
-- Whoever holds it waits for nothing any more, so that deeds which wait for each other come one after another.
CREATE CONSTRAINT TRIGGER chained AFTER INSERT ON audit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_entry();

-- Triggers of users
-- Before the counters, which every transaction locks last: triggers run in the order of their names.
CREATE TRIGGER a_mask_deleted_user AFTER UPDATE OF deleted_at ON users FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION mask_deleted_user();

-- Triggers of webhook_endpoints
CREATE TRIGGER announce AFTER UPDATE ON webhook_endpoints FOR EACH ROW
  WHEN ((OLD.url, OLD.paused_at) IS DISTINCT FROM (NEW.url, NEW.paused_at)) EXECUTE FUNCTION announce_endpoint_change();

-- Triggers of webhook_secrets
CREATE TRIGGER announce AFTER INSERT ON webhook_secrets FOR EACH ROW EXECUTE FUNCTION announce_endpoint_change();

-- Triggers of webhook_attempts
CREATE TRIGGER mask_late_answer BEFORE INSERT ON webhook_attempts FOR EACH ROW
  WHEN (NEW.response_body <> '') EXECUTE FUNCTION mask_late_answer();

-- The chain of the audit log is empty.
INSERT INTO audit_head (entries, hash) VALUES (0, repeat('0', 64));
