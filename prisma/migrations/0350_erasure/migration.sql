-- The data of a deleted user that other tables have is erased by a job, also in the audit log, whose chain of hashes still
-- covers every entry. Source: docs/decisions/0118-erasure.md, docs/erasure.md

CREATE TABLE user_erasures (
  user_id text NOT NULL,
  partner_id text NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  due_at timestamptz(3),
  leased_until timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  step text NOT NULL,
  card_id text,
  after_at timestamptz(3),
  after_id text NOT NULL DEFAULT '',
  erased_rows bigint NOT NULL DEFAULT 0,
  completed_at timestamptz(3),
  CONSTRAINT user_erasures_pkey PRIMARY KEY (user_id),
  CONSTRAINT user_erasures_user FOREIGN KEY (user_id, partner_id) REFERENCES users(id, partner_id),
  CONSTRAINT user_erasures_step CHECK (step IN ('cards', 'transactions', 'audit', 'disputes', 'issuer'))
);
CREATE INDEX user_erasures_due_at_idx ON user_erasures(due_at) WHERE due_at IS NOT NULL;
COMMENT ON TABLE user_erasures IS 'The erasure of a deleted user''s data: where it is, and what it erased. Never deleted.';
COMMENT ON COLUMN user_erasures.due_at IS 'The next batch; null once the erasure is complete.';
COMMENT ON COLUMN user_erasures.step IS 'The step of erase_user_batch that is next.';
COMMENT ON COLUMN user_erasures.card_id IS 'The card whose transactions were walked through last.';
COMMENT ON COLUMN user_erasures.after_at IS 'With after_id: the last row of the step that was walked through.';
COMMENT ON COLUMN user_erasures.erased_rows IS 'The rows from which something was erased.';
GRANT SELECT, UPDATE (due_at, leased_until, attempts) ON user_erasures TO partner_wallet_app;
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON user_erasures
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

ALTER TABLE audit_chain ADD COLUMN salts jsonb;
COMMENT ON COLUMN audit_chain.salts IS 'The salts of the values of the entry, {"before": {key: salt}, "after": {key: salt}}; an erased value has none. Null for entries from before the salts, whose values are hashed as they are.';

DROP FUNCTION public.audit_hash(place bigint, previous text, e audit_entries);

-- Returns the SHA-256 of a value of an audit entry with its salt, which does not reveal the value once the salt is gone.
CREATE OR REPLACE FUNCTION public.audit_digest(salt text, value jsonb) RETURNS text LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT encode(sha256(convert_to(audit_field(salt) || audit_field(value::text), 'UTF8')), 'hex')
$$;

-- Returns the values of an audit entry with those erased that differ from `wanted`: each becomes {"erased": <its digest>}.
-- A value whose salt is gone was erased before, and stays.
CREATE OR REPLACE FUNCTION public.audit_erased(value jsonb, salts jsonb, wanted jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN jsonb_typeof(value) <> 'object' THEN value WHEN value IS NOT NULL THEN coalesce((SELECT jsonb_object_agg(f.key,
      CASE WHEN salts ? f.key AND wanted -> f.key IS DISTINCT FROM f.value
        THEN jsonb_build_object('erased', audit_digest(salts ->> f.key, f.value)) ELSE f.value END)
    FROM jsonb_each(value) f), '{}') END
$$;

-- Appends an audit entry to the chain of hashes, under the lock of the head of the chain.
CREATE OR REPLACE FUNCTION public.audit_link(e audit_entries) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  head audit_head;
  new_salts CONSTANT jsonb := audit_salts(e);
  hash_of_entry text;
BEGIN
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  hash_of_entry := audit_hash(head.entries + 1, head.hash, e, new_salts);
  INSERT INTO audit_chain (position, entry_id, previous_hash, hash, salts)
    VALUES (head.entries + 1, e.id, head.hash, hash_of_entry, new_salts);
  UPDATE audit_head SET entries = head.entries + 1, hash = hash_of_entry;
END
$$;

-- Returns a new salt for each value of an audit entry: {"before": {key: salt}, "after": {key: salt}}.
CREATE OR REPLACE FUNCTION public.audit_salts(e audit_entries) RETURNS jsonb LANGUAGE sql VOLATILE
  SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object(
    'before', (SELECT coalesce(jsonb_object_agg(key, gen_random_uuid()), '{}') FROM jsonb_object_keys(CASE jsonb_typeof(e.before) WHEN 'object' THEN e.before END) key),
    'after', (SELECT coalesce(jsonb_object_agg(key, gen_random_uuid()), '{}') FROM jsonb_object_keys(CASE jsonb_typeof(e.after) WHEN 'object' THEN e.after END) key))
$$;

-- Trigger: the only change of an audit entry is the erasure of values, each replaced by the digest that the chain covers.
CREATE OR REPLACE FUNCTION public.check_audit_erasure() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  kept CONSTANT jsonb := (SELECT salts FROM audit_chain WHERE entry_id = OLD.id);
BEGIN
  -- What the hash covers is the same only if each changed value became its own digest, whose salt goes afterwards.
  IF kept IS NULL OR (to_jsonb(NEW) - '{before,after}'::text[]) <> (to_jsonb(OLD) - '{before,after}'::text[])
    OR audit_erased(OLD.before, kept -> 'before', NEW.before) IS DISTINCT FROM NEW.before
    OR audit_erased(OLD.after, kept -> 'after', NEW.after) IS DISTINCT FROM NEW.after
  THEN
    RAISE EXCEPTION 'audit_entries is append-only' USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger: the only change of the chain of the audit log is that salts of erased values are removed.
CREATE OR REPLACE FUNCTION public.check_salt_erasure() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF (to_jsonb(NEW) - 'salts') <> (to_jsonb(OLD) - 'salts') OR (OLD.salts @> NEW.salts) IS NOT TRUE
    OR audit_hash(NEW.position, NEW.previous_hash, (SELECT e FROM audit_entries e WHERE e.id = NEW.entry_id), NEW.salts)
      IS DISTINCT FROM NEW.hash
  THEN
    RAISE EXCEPTION 'audit_chain is append-only' USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;

-- Erases the values with some keys from audit entries: each value is replaced by its digest and its salt is removed, so the
-- chain of hashes still covers the entry. Returns the number of entries that changed. Entries from before the salts stay.
CREATE OR REPLACE FUNCTION public.erase_audit_values(entry_ids text[], keys text[]) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  changed text[];
BEGIN
  WITH erased AS (UPDATE audit_entries e
      SET before = audit_erased(e.before, c.salts -> 'before', e.before - keys), after = audit_erased(e.after, c.salts -> 'after', e.after - keys)
    FROM audit_chain c
    WHERE e.id = ANY (entry_ids) AND c.entry_id = e.id AND (c.salts -> 'before' ?| keys OR c.salts -> 'after' ?| keys)
    RETURNING e.id)
  SELECT array_agg(id) INTO changed FROM erased;
  UPDATE audit_chain SET salts = jsonb_build_object('before', (salts -> 'before') - keys, 'after', (salts -> 'after') - keys)
    WHERE entry_id = ANY (changed);
  RETURN coalesce(cardinality(changed), 0);
END
$$;

-- Takes the erasure of a deleted user one batch further, at most `max_rows` rows, in the order of its steps: explanations
-- of disputes, events of movements of cards with the responses to them, values of the audit log, failures of the issuer.
-- The row in user_erasures has the place to continue at. Returns `more`, `done`, or `waiting` while a dispute is not yet
-- submitted: the issuer needs its explanation. Source: docs/erasure.md
CREATE OR REPLACE FUNCTION public.erase_user_batch(erased_id text, max_rows integer) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  e user_erasures;
  n bigint := 0;
  events text[];
  seen text[];
  last_at timestamptz;
BEGIN
  SELECT * INTO STRICT e FROM user_erasures WHERE user_id = erased_id FOR UPDATE;
  IF e.completed_at IS NOT NULL THEN
    RETURN 'done';
  END IF;
  CASE e.step
  WHEN 'cards' THEN
    SELECT id INTO e.card_id FROM cards WHERE user_id = erased_id AND id > coalesce(e.card_id, '') ORDER BY id LIMIT 1;
    e.step := CASE WHEN e.card_id IS NULL THEN 'audit' ELSE 'transactions' END;
    e.after_at := '-infinity';
    e.after_id := '';
  WHEN 'transactions' THEN
    SELECT array_agg(t.id ORDER BY t.created_at, t.id), max(t.created_at) INTO seen, last_at FROM (
      SELECT id, created_at FROM card_transactions
      WHERE card_id = e.card_id AND (created_at, id) > (e.after_at, e.after_id) ORDER BY created_at, id LIMIT max_rows) t;
    IF seen IS NULL THEN
      e.step := 'cards';
    ELSE
      e.after_at := last_at;
      e.after_id := seen[cardinality(seen)];
      events := ARRAY(SELECT id FROM webhook_events
        WHERE partner_id = e.partner_id AND resource_id = ANY (seen) AND type = 'wallet.deposit.card-withdrawal' ORDER BY id);
      -- Recording an attempt locks its delivery: the attempt is either found here, or comes later.
      PERFORM FROM webhook_deliveries WHERE event_id = ANY (events) ORDER BY event_id FOR UPDATE;
      UPDATE webhook_attempts SET response_body = ''
        WHERE partner_id = e.partner_id AND event_id = ANY (events) AND response_body <> '';
      UPDATE webhook_events v SET body = masked_reference(v.body)
        WHERE v.id = ANY (events) AND v.body <> masked_reference(v.body);
      GET DIAGNOSTICS n = ROW_COUNT;
    END IF;
  WHEN 'audit' THEN
    SELECT array_agg(a.id ORDER BY a.id) INTO seen FROM (
      SELECT id FROM audit_entries
      WHERE target_id = ANY (ARRAY(SELECT id FROM cards WHERE user_id = erased_id) || erased_id) AND id > e.after_id
      ORDER BY id LIMIT max_rows) a;
    IF seen IS NULL THEN
      e.step := 'disputes';
    ELSE
      e.after_id := seen[cardinality(seen)];
      n := erase_audit_values(seen, '{reference,reason}');
    END IF;
  WHEN 'disputes' THEN
    UPDATE card_disputes SET explanation = '', facts = facts - '{productDescription}'::text[], failure = NULL WHERE id IN (
      SELECT d.id FROM card_disputes d JOIN cards c ON c.id = d.card_id
      WHERE c.user_id = erased_id AND d.status <> 'pending'
        AND (d.explanation <> '' OR d.facts ? 'productDescription' OR d.failure IS NOT NULL)
      ORDER BY d.id LIMIT max_rows);
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n = 0 AND EXISTS (SELECT FROM card_disputes d JOIN cards c ON c.id = d.card_id
      WHERE c.user_id = erased_id AND d.status = 'pending') THEN
      RETURN 'waiting';
    ELSIF n = 0 THEN
      e.step := 'issuer';
    END IF;
  WHEN 'issuer' THEN
    UPDATE issuer_updates u SET failure = NULL WHERE u.failure IS NOT NULL AND (u.issuer, u.kind, u.issuer_id) IN (
      SELECT issuer, 'cardholder', cardholder_id FROM issuer_cardholders WHERE user_id = erased_id
      UNION ALL SELECT issuer, 'card', issuer_card_id FROM cards WHERE user_id = erased_id);
    GET DIAGNOSTICS n = ROW_COUNT;
    e.completed_at := now();
  END CASE;
  UPDATE user_erasures SET step = e.step, card_id = e.card_id, after_at = e.after_at, after_id = e.after_id,
    erased_rows = erased_rows + n, completed_at = e.completed_at WHERE user_id = erased_id;
  RETURN CASE WHEN e.completed_at IS NULL THEN 'more' ELSE 'done' END;
END
$$;

-- Removes the birth date of a deleted user, the files of disputes, and the personal data from cards, outcomes of the sandbox,
-- webhook events and their attempts, and queues the erasure of the rest. The second call changes nothing. Source:
-- docs/decisions/0047-data-of-deleted-users.md, docs/erasure.md
CREATE OR REPLACE FUNCTION public.mask_user(deleted_id text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  owner text;
  masked text[];
BEGIN
  SELECT partner_id INTO STRICT owner FROM users WHERE id = deleted_id AND deleted_at IS NOT NULL;
  UPDATE users SET birth_date = NULL WHERE id = deleted_id AND birth_date IS NOT NULL;
  -- Issuers take the address of the cardholder as the billing address. The country stays, as it does of the user.
  UPDATE cards SET card_name = 'Deleted user', terminate_reference = NULL, billing_street = '', billing_city = '',
    billing_state = '', billing_postal_code = '' WHERE user_id = deleted_id;
  UPDATE sandbox_kyc_outcomes SET reason = NULL WHERE user_id = deleted_id AND reason IS NOT NULL;
  INSERT INTO user_erasures (user_id, partner_id, requested_at, due_at, step)
    VALUES (deleted_id, owner, now(), now(), 'cards') ON CONFLICT DO NOTHING;
  DELETE FROM dispute_files f USING card_transactions t, cards c
    WHERE t.id = f.transaction_id AND c.id = t.card_id AND c.user_id = deleted_id AND f.partner_id = owner;
  masked := ARRAY(SELECT id FROM webhook_events
    WHERE partner_id = owner AND resource_id = deleted_id AND type = 'user.kyc-event' ORDER BY id);
  -- Recording an attempt locks its delivery: the attempt is either found here, or finds that the user is deleted.
  PERFORM FROM webhook_deliveries WHERE event_id = ANY (masked) ORDER BY event_id FOR UPDATE;
  UPDATE webhook_attempts SET response_body = '' WHERE partner_id = owner AND event_id = ANY (masked) AND response_body <> '';
  -- The fields stay, because the contract names them.
  UPDATE webhook_events e SET body = json_build_object(
      'event', b.body -> 'event', 'timestamp', b.body -> 'timestamp',
      'data', (SELECT json_object_agg(d.key,
          CASE WHEN d.key IN ('serviceId', 'status') THEN d.value ELSE to_json(''::text) END)
        FROM json_each(b.body -> 'data') d))::text
    FROM (SELECT id, body::json AS body FROM webhook_events WHERE id = ANY (masked)) b
    WHERE e.id = b.id;
END
$$;

-- Returns the body of an event with its `reference` emptied; the field stays, because the contract names it.
CREATE OR REPLACE FUNCTION public.masked_reference(body text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN body::jsonb -> 'data' ? 'reference' THEN json_build_object('event', body::json -> 'event',
      'timestamp', body::json -> 'timestamp', 'data', (SELECT json_object_agg(d.key,
        CASE WHEN d.key = 'reference' THEN to_json(''::text) ELSE d.value END) FROM json_each(body::json -> 'data') d))::text
    ELSE body END
$$;

-- Returns what the hash of an audit entry covers of its values: each key with the SHA-256 of its salt and value. A value
-- whose salt is gone was erased, and is the object {"erased": <that SHA-256>}. lib/audit/chain has the same rule. Source:
-- docs/decisions/0118-erasure.md
CREATE OR REPLACE FUNCTION public.audit_commitment(value jsonb, salts jsonb) RETURNS text LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN jsonb_typeof(value) <> 'object' THEN value::text WHEN value IS NOT NULL THEN coalesce((SELECT string_agg(audit_field(f.key) || audit_field(
      CASE WHEN salts ? f.key THEN audit_digest(salts ->> f.key, f.value) ELSE f.value ->> 'erased' END), '' ORDER BY f.key COLLATE "C")
    FROM jsonb_each(value) f), '') END
$$;

-- Returns the hash of an audit entry at its position: of the hash before it, of every column, and of its values by their
-- commitments. Entries from before the salts have none, and their values themselves are hashed. lib/audit/chain has the
-- same rule.
CREATE OR REPLACE FUNCTION public.audit_hash(place bigint, previous text, e audit_entries, salts jsonb) RETURNS text LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT encode(sha256(convert_to(concat(
    CASE WHEN salts IS NOT NULL THEN audit_field('salted') END,
    audit_field(place::text), audit_field(previous), audit_field(e.id), audit_field(e.person_id), audit_field(e.partner_id),
    audit_field(e.action), audit_field(e.target_id),
    audit_field(CASE WHEN salts IS NULL THEN e.before::text ELSE audit_commitment(e.before, salts -> 'before') END),
    audit_field(CASE WHEN salts IS NULL THEN e.after::text ELSE audit_commitment(e.after, salts -> 'after') END),
    audit_field(e.ip_address), audit_field(e.request_id),
    audit_field(to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))), 'UTF8')), 'hex')
$$;

REVOKE EXECUTE ON FUNCTION public.erase_audit_values(text[], text[]) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION public.erase_user_batch(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.erase_user_batch(text, integer) TO partner_wallet_app;

-- Only the erasure of values may change the audit log and its chain.
DROP TRIGGER append_only ON audit_entries;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER only_erased BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION check_audit_erasure();
DROP TRIGGER append_only ON audit_chain;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER only_erased BEFORE UPDATE ON audit_chain FOR EACH ROW EXECUTE FUNCTION check_salt_erasure();

-- The users that were deleted so far.
SELECT mask_user(id) FROM users WHERE deleted_at IS NOT NULL;
