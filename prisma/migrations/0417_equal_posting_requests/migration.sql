-- Two equal requests for an operator posting at the same moment were both stored, and both could be confirmed.

-- Trigger: an administrator requests an operator posting, with legs that ledger.rules allow its kind. PW001 when
-- something has changed since it was read, also when an equal request has been stored.
CREATE OR REPLACE FUNCTION public.check_posting_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  broken text;
BEGIN
  PERFORM FROM people p WHERE p.id = NEW.requested_by AND may_administer(p) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% may not request operator postings', NEW.requested_by USING ERRCODE = 'PW001';
  END IF;
  SELECT l.account INTO broken FROM operator_posting_legs(NEW) l
    LEFT JOIN ledger.rules r ON r.journal_type = NEW.kind AND r.account_kind = split_part(l.account, ':', 1)
      AND r.direction = sign(l.amount)
    LEFT JOIN ledger.accounts a ON a.id = l.account
    WHERE r.direction IS NULL OR (r.account_kind IN ('wallet', 'card') AND (a.partner_id = NEW.partner_id) IS NOT TRUE)
      OR (r.account_kind = 'card' AND (a.card_id = NEW.card_id) IS NOT TRUE)
    LIMIT 1;
  IF FOUND OR (SELECT (count(*) BETWEEN 2 AND (SELECT max_legs FROM operator_posting_kinds WHERE kind = NEW.kind)
      AND count(DISTINCT account) = count(*) AND sum(amount) = 0) IS NOT TRUE FROM operator_posting_legs(NEW)) THEN
    RAISE EXCEPTION 'operator posting % may not have these legs: %', NEW.id, broken USING ERRCODE = 'PW003';
  END IF;
  -- Of two equal requests at once the second one waits here and sees the first: the request is decided again, and refused.
  PERFORM pg_advisory_xact_lock(hashtextextended('equal requests of ' || NEW.kind || NEW.legs, 0));
  IF NEW.status = 'pending' AND EXISTS (SELECT FROM operator_postings o WHERE o.status = 'pending'
      AND o.expires_at > NEW.created_at AND o.kind = NEW.kind AND o.legs = NEW.legs) THEN
    RAISE EXCEPTION 'an equal request of % is pending', NEW.kind USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;
