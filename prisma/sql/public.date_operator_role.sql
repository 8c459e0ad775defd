-- Trigger: sets since when an operator has the role, and from when approvals count: 24 hours later unless the service
-- says otherwise. It runs for a new operator and for an auditor who is promoted.
CREATE OR REPLACE FUNCTION public.date_operator_role() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.role_since := NEW.created_at;
    NEW.approves_from := coalesce(NEW.approves_from, NEW.created_at + interval '24 hours');
  ELSIF NEW.role_since IS NOT DISTINCT FROM OLD.role_since THEN
    NEW.role_since := now();
    NEW.approves_from := now() + interval '24 hours';
  END IF;
  RETURN NEW;
END
$$;
