-- The audit log as a chain of hashes, and what was found when it and the books were last checked:
-- docs/decisions/0022-audit-chain.md

-- A row for each of audit_entries, in the order in which they were committed. Written by the trigger below and by nobody else.
CREATE TABLE audit_chain (
    "position" BIGINT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "previous_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("position"),
    CONSTRAINT "audit_chain_entry" FOREIGN KEY (entry_id) REFERENCES audit_entries (id)
);
CREATE UNIQUE INDEX "audit_chain_entry_id_key" ON "audit_chain"("entry_id");

-- How long the chain is and how it ends: without it nobody would miss the last rows. One row.
CREATE TABLE audit_head (
    "is_head" BOOLEAN NOT NULL DEFAULT true,
    "entries" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("is_head"),
    CONSTRAINT "audit_head_single" CHECK (is_head)
);
INSERT INTO audit_head (entries, hash) VALUES (0, repeat('0', 64));

-- What a check found the chain to be, and every later one must find again.
CREATE TABLE audit_checkpoints (
    "entries" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "audit_checkpoints_pkey" PRIMARY KEY ("entries")
);

-- What each check found when it was last made: the audit log, the books' invariants, the books beside the chains.
CREATE TABLE checks (
    "kind" TEXT NOT NULL,
    "ran_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "is_sound" BOOLEAN NOT NULL,
    "sound_at" TIMESTAMPTZ(3),
    "result" JSONB NOT NULL,
    -- Who asked for it; null when the service did by itself.
    "person_id" TEXT,
    CONSTRAINT "checks_pkey" PRIMARY KEY ("kind"),
    CONSTRAINT "checks_person" FOREIGN KEY (person_id) REFERENCES people (id),
    CONSTRAINT "checks_kind" CHECK (kind IN ('audit_log', 'invariants', 'reconciliation'))
);

-- A value with its length before it: of two different rows no two are written alike, whatever people put into them.
CREATE FUNCTION audit_field(value text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = '' AS $$
  SELECT coalesce(octet_length(value) || ':' || value, '-')
$$;

-- The hash of a row at its place: of every column, and of the hash before. lib/audit/hash-entry.ts makes the same.
CREATE FUNCTION audit_hash(place bigint, previous text, e audit_entries) RETURNS text LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT encode(sha256(convert_to(concat(
    audit_field(place::text), audit_field(previous), audit_field(e.id), audit_field(e.person_id), audit_field(e.partner_id),
    audit_field(e.action), audit_field(e.target_id), audit_field(e.before::text), audit_field(e.after::text),
    audit_field(e.ip_address), audit_field(e.request_id),
    audit_field(to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))), 'UTF8')), 'hex')
$$;

-- Adds an entry to the chain, under the lock of its head.
CREATE FUNCTION audit_link(e audit_entries) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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

CREATE FUNCTION chain_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM audit_link(NEW);
  RETURN NULL;
END
$$;

-- What was written before is chained in the order of its time.
DO $$
DECLARE
  e audit_entries;
BEGIN
  FOR e IN SELECT * FROM audit_entries ORDER BY created_at, id LOOP
    PERFORM audit_link(e);
  END LOOP;
END
$$;

-- At the commit: the head is the last thing that a deed locks, after every account, row and counter, and for a moment.
-- Whoever holds it waits for nothing any more, so that deeds which wait for each other come one after another.
CREATE CONSTRAINT TRIGGER chained AFTER INSERT ON audit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_entry();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

-- As the log is looked through: by person, deed and subject, the newest first. Ids are in the order of time.
DROP INDEX "audit_entries_target_id_idx";
CREATE INDEX "audit_entries_target_id_id_idx" ON "audit_entries"("target_id", "id" DESC);
CREATE INDEX "audit_entries_person_id_id_idx" ON "audit_entries"("person_id", "id" DESC);
CREATE INDEX "audit_entries_action_id_idx" ON "audit_entries"("action", "id" DESC);

REVOKE ALL ON FUNCTION audit_link(audit_entries), chain_entry() FROM PUBLIC;
GRANT SELECT ON audit_chain, audit_head TO partner_wallet_app;
GRANT SELECT, INSERT ON audit_checkpoints TO partner_wallet_app;
GRANT SELECT, INSERT, UPDATE ON checks TO partner_wallet_app;
