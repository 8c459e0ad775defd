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
