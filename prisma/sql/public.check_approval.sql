-- Trigger: an approval is given by a person who may approve, while the withdrawal is pending or with the step that the
-- approval allows. PW001 when something has changed since it was read: read and decide again.
CREATE OR REPLACE FUNCTION public.check_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM people p WHERE p.id = NEW.person_id AND may_approve(p) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% may not approve withdrawals', NEW.person_id USING ERRCODE = 'PW001';
  END IF;
  PERFORM FROM withdrawals w WHERE w.id = NEW.withdrawal_id
    AND (w.status = 'pending' OR (w.status = 'approved' AND w.approved_at = NEW.created_at)) FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'withdrawal % waits for no approval', NEW.withdrawal_id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;
