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
