-- Trigger: masks the data of a user in the transaction that deletes the user. Source:
-- docs/decisions/0047-data-of-deleted-users.md
CREATE OR REPLACE FUNCTION public.mask_deleted_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM mask_user(NEW.id);
  RETURN NULL;
END
$$;
