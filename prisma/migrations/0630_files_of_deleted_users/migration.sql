-- The deletion of a user deleted the files of a dispute that was not submitted yet, so that the issuer got the dispute without
-- its evidence. They now stay until the dispute is submitted or has failed, as its explanation does.

-- Takes the erasure of a deleted user one batch further, at most `max_rows` rows, in the order of its steps: explanations
-- of disputes, events of movements of cards with the responses to them, values of the audit log, failures of the issuer,
-- failed attempts at identity checks.
-- The row in user_erasures has the place to continue at. Returns `more`, `done`, or `waiting` while a dispute is not yet
-- submitted: the issuer needs its explanation and its files. Source: docs/erasure.md
CREATE OR REPLACE FUNCTION public.erase_user_batch(erased_id text, max_rows integer) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  e user_erasures;
  n bigint := 0;
  events text[];
  seen text[];
  files bigint;
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
      -- Recording an attempt locks its delivery: it is either found here, or comes later, and mask_late_answer masks it.
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
    -- A file has up to 5 MB. One that a new dispute takes meanwhile stays.
    DELETE FROM dispute_files WHERE id IN (
      SELECT f.id FROM dispute_files f JOIN card_disputes d ON d.id = f.dispute_id JOIN cards c ON c.id = d.card_id
      WHERE c.user_id = erased_id AND d.status <> 'pending' ORDER BY f.id LIMIT least(max_rows, 20) FOR UPDATE OF f);
    GET DIAGNOSTICS files = ROW_COUNT;
    n := n + files;
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
    WITH gone AS (DELETE FROM kyc_attempts WHERE user_id = erased_id RETURNING 1) SELECT n + count(*) INTO n FROM gone;
    e.completed_at := now();
  END CASE;
  UPDATE user_erasures SET step = e.step, card_id = e.card_id, after_at = e.after_at, after_id = e.after_id,
    erased_rows = erased_rows + n, completed_at = e.completed_at WHERE user_id = erased_id;
  RETURN CASE WHEN e.completed_at IS NULL THEN 'more' ELSE 'done' END;
END
$$;

-- Removes the birth date of a deleted user, the files of disputes, and the personal data from cards, outcomes of the sandbox,
-- webhook events and their attempts, and queues the erasure of the rest. The files of a dispute that is not submitted yet are
-- left to the erasure: the issuer needs them, as it needs the explanation. The second call changes nothing. Source:
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
    WHERE t.id = f.transaction_id AND c.id = t.card_id AND c.user_id = deleted_id AND f.partner_id = owner
      -- Also false for a dispute that takes the file at this moment.
      AND (f.dispute_id IS NULL OR EXISTS (SELECT FROM card_disputes d WHERE d.id = f.dispute_id AND d.status <> 'pending'));
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
