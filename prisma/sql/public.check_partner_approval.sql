-- Trigger: a withdrawal waits for a second person of its own partner, and only a person who may approve it does, while it is
-- pending and no approval counts. Nothing else of the row changes.
CREATE OR REPLACE FUNCTION public.check_partner_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM withdrawals w WHERE w.id = NEW.withdrawal_id AND w.partner_id = NEW.partner_id AND w.status = 'pending' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'withdrawal % of partner % is not pending', NEW.withdrawal_id, NEW.partner_id USING ERRCODE = 'PW003';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.approved_by IS NOT NULL THEN
      RAISE EXCEPTION 'withdrawal % starts without an approval of its partner', NEW.withdrawal_id USING ERRCODE = 'PW003';
    END IF;
    RETURN NEW;
  END IF;
  IF (OLD.withdrawal_id, OLD.partner_id, OLD.requested_by, OLD.is_by_key, OLD.created_at)
      IS DISTINCT FROM (NEW.withdrawal_id, NEW.partner_id, NEW.requested_by, NEW.is_by_key, NEW.created_at)
      OR NOT awaits_partner(OLD.withdrawal_id) OR NOT EXISTS (
        SELECT FROM people p WHERE p.id = NEW.approved_by AND may_approve_own(p, NEW)) THEN
    RAISE EXCEPTION '% does not approve withdrawal % for its partner', NEW.approved_by, NEW.withdrawal_id USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;
