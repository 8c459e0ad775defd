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
