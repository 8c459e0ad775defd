-- Trigger: an account that is opened has an id, a kind and an owner that fit, and no balance yet. Accounts of the
-- service:
--   payout       amounts of withdrawals that are not paid yet
--   fees         what the service earned
--   network      what the card network is owed
--   suspense     deposits that are held
--   bank         what the service has at banks; below zero, as custody is
--   capital      what the operator paid in of its own money
--   costs        what the service spent; below zero
--   adjustments  what corrections gave away (below zero) or took in
--   disputes     what the card network may return for open disputes: zero or below
CREATE OR REPLACE FUNCTION ledger.check_new_account() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_allowed boolean := CASE NEW.kind
    WHEN 'wallet' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NULL AND NEW.id = 'wallet:' || NEW.partner_id
    WHEN 'card' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'card:' || NEW.card_id
    WHEN 'hold' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'hold:' || NEW.card_id
    WHEN 'card_shortfall' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'card_shortfall:' || NEW.card_id
    WHEN 'custody' THEN NEW.partner_id IS NULL AND NEW.card_id IS NULL AND NEW.id LIKE 'custody:%:%'
    ELSE NEW.kind IN ('payout', 'fees', 'network', 'suspense', 'bank', 'capital', 'costs', 'adjustments', 'disputes')
      AND NEW.partner_id IS NULL AND NEW.card_id IS NULL AND NEW.id = NEW.kind
    END;
  first_balance bigint := CASE WHEN NEW.kind IN ('wallet', 'card', 'hold', 'card_shortfall') THEN 0 END;
BEGIN
  IF is_allowed IS NOT TRUE OR (NEW.balance_micro_usd, NEW.version) IS DISTINCT FROM (first_balance, first_balance) THEN
    RAISE EXCEPTION 'account % may not be opened', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;
