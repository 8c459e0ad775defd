-- Files of evidence: partners attach them to a dispute, and the job delivers them to the issuer:
-- docs/decisions/0083-dispute-files.md

CREATE TABLE dispute_files (
  id text NOT NULL,
  partner_id text NOT NULL,
  transaction_id text NOT NULL,
  dispute_id text,
  name text NOT NULL,
  media_type text NOT NULL,
  size_bytes integer NOT NULL,
  content_hash text NOT NULL,
  key_sealed text NOT NULL,
  content bytea NOT NULL,
  issuer_file_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT dispute_files_pkey PRIMARY KEY (id),
  CONSTRAINT dispute_files_transaction FOREIGN KEY (transaction_id) REFERENCES card_transactions(id),
  CONSTRAINT dispute_files_dispute FOREIGN KEY (dispute_id) REFERENCES card_disputes(id),
  CONSTRAINT dispute_files_media_type CHECK (media_type IN ('application/pdf', 'image/png', 'image/jpeg')),
  CONSTRAINT dispute_files_size CHECK (size_bytes BETWEEN 1 AND 5000000)
);
-- The content is encrypted, so compressing it is of no use.
ALTER TABLE dispute_files ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX dispute_files_transaction_id_idx ON dispute_files(transaction_id);
CREATE INDEX dispute_files_dispute_id_idx ON dispute_files(dispute_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON dispute_files TO partner_wallet_app;

-- Trigger: a new dispute takes the files that it names. A file belongs to one dispute, and is free again after a withdrawn or
-- failed one. PW001 when a file was removed or taken meanwhile, so that the decision is made again.
-- Source: docs/decisions/0083-dispute-files.md
CREATE OR REPLACE FUNCTION public.attach_dispute_files() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  wanted text[] := ARRAY(SELECT jsonb_array_elements_text(NEW.facts -> 'evidenceFileIds'));
  taken integer;
BEGIN
  UPDATE dispute_files f SET dispute_id = NEW.id, issuer_file_id = NULL
    WHERE f.id = ANY (wanted) AND f.transaction_id = NEW.transaction_id AND f.partner_id = NEW.partner_id
      AND (f.dispute_id IS NULL OR EXISTS (
        SELECT FROM card_disputes d WHERE d.id = f.dispute_id AND d.status IN ('withdrawn', 'failed')));
  GET DIAGNOSTICS taken = ROW_COUNT;
  IF taken <> cardinality(wanted) THEN
    RAISE EXCEPTION 'a file of the dispute changed' USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;

-- Removes the birth date of a deleted user, the files of disputes, and the personal data from cards, webhook events and
-- their attempts. The second call changes nothing. Source: docs/decisions/0047-data-of-deleted-users.md
CREATE OR REPLACE FUNCTION public.mask_user(deleted_id text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  owner text;
  masked text[];
BEGIN
  SELECT partner_id INTO STRICT owner FROM users WHERE id = deleted_id AND deleted_at IS NOT NULL;
  UPDATE users SET birth_date = NULL WHERE id = deleted_id AND birth_date IS NOT NULL;
  UPDATE cards SET card_name = 'Deleted user' WHERE user_id = deleted_id;
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

CREATE TRIGGER attach_dispute_files AFTER INSERT ON card_disputes FOR EACH ROW
  WHEN (NEW.facts ? 'evidenceFileIds') EXECUTE FUNCTION attach_dispute_files();
