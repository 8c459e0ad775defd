-- Trigger: an admin makes a request, and it is open then; it ends once and does not change otherwise. PW027: the person
-- who confirms is not a second administrator for it.
CREATE OR REPLACE FUNCTION public.check_admin_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.confirmed_at IS NOT NULL OR NEW.cancelled_at IS NOT NULL OR NOT leads_people_of(NULL, NEW.requested_by) THEN
      RAISE EXCEPTION 'a request is made by an admin and open' USING ERRCODE = 'PW003';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.confirmed_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL
      OR (OLD.id, OLD.kind, OLD.target_id, OLD.details, OLD.requested_by, OLD.created_at, OLD.expires_at)
        IS DISTINCT FROM (NEW.id, NEW.kind, NEW.target_id, NEW.details, NEW.requested_by, NEW.created_at, NEW.expires_at) THEN
    RAISE EXCEPTION 'a request of an admin is fixed' USING ERRCODE = 'PW003';
  END IF;
  IF NEW.confirmed_at IS NOT NULL THEN
    PERFORM FROM people p JOIN people r ON r.id = NEW.requested_by
      WHERE p.id = NEW.confirmed_by AND leads_people_of(NULL, p.id) AND leads_people_of(NULL, r.id)
        AND obstacle_of_request(NEW, p, r, NEW.confirmed_at) IS NULL
        AND NEW.confirmed_at < NEW.expires_at FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION '% does not confirm request %', NEW.confirmed_by, NEW.id USING ERRCODE = 'PW027';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
