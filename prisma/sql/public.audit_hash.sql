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
