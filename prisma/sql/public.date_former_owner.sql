-- Trigger: notes when a person of a partner stops being an owner, whatever changes the person; only the owner of the table can
-- set another time. The clock of the database counts, because `has_other_owner` compares with it.
CREATE OR REPLACE FUNCTION public.date_former_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.role = 'owner' AND NEW.disabled_at IS NULL THEN
    NEW.owner_until := NULL;
  ELSIF OLD.role = 'owner' AND OLD.disabled_at IS NULL THEN
    NEW.owner_until := now();
  ELSIF NOT is_owner_of(TG_RELID) THEN
    NEW.owner_until := OLD.owner_until;
  END IF;
  RETURN NEW;
END
$$;
