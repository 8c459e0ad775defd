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
