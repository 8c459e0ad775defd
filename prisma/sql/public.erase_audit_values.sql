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
