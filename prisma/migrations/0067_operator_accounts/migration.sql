-- Accounts and journal types for the operator's own postings: docs/decisions/0053-operator-postings.md

-- As before (0002), with four accounts of the service:
--   bank         what the service has at banks; below zero, as custody is
--   capital      what the operator paid in of its own money
--   costs        what the service spent; below zero
--   adjustments  what corrections gave away (below zero) or took in
CREATE OR REPLACE FUNCTION ledger.check_new_account() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  is_allowed boolean := CASE NEW.kind
    WHEN 'wallet' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NULL AND NEW.id = 'wallet:' || NEW.partner_id
    WHEN 'card' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'card:' || NEW.card_id
    WHEN 'hold' THEN NEW.partner_id IS NOT NULL AND NEW.card_id IS NOT NULL AND NEW.id = 'hold:' || NEW.card_id
    WHEN 'custody' THEN NEW.partner_id IS NULL AND NEW.card_id IS NULL AND NEW.id LIKE 'custody:%:%'
    ELSE NEW.kind IN ('payout', 'fees', 'network', 'suspense', 'bank', 'capital', 'costs', 'adjustments')
      AND NEW.partner_id IS NULL AND NEW.card_id IS NULL AND NEW.id = NEW.kind
    END;
  first_balance bigint := CASE WHEN NEW.kind IN ('wallet', 'card', 'hold') THEN 0 END;
BEGIN
  IF is_allowed IS NOT TRUE OR (NEW.balance_micro_usd, NEW.version) IS DISTINCT FROM (first_balance, first_balance) THEN
    RAISE EXCEPTION 'account % may not be opened', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;

INSERT INTO ledger.accounts (id, kind, created_at) VALUES
  ('bank', 'bank', now()), ('capital', 'capital', now()), ('costs', 'costs', now()), ('adjustments', 'adjustments', now());

-- Holds, payout and suspense are in none: each is what other rows say (authorisations, withdrawals, held deposits).
INSERT INTO ledger.rules (journal_type, account_kind, direction) VALUES
  ('network_payment', 'network', -1), ('network_payment', 'custody', 1), ('network_payment', 'bank', 1),
  ('network_receipt', 'network', 1), ('network_receipt', 'custody', -1), ('network_receipt', 'bank', -1),
  ('fee_withdrawal', 'fees', -1), ('fee_withdrawal', 'custody', 1), ('fee_withdrawal', 'bank', 1),
  ('treasury_transfer', 'custody', 1), ('treasury_transfer', 'custody', -1), ('treasury_transfer', 'bank', 1),
  ('treasury_transfer', 'bank', -1), ('treasury_transfer', 'costs', -1),
  ('capital_contribution', 'capital', 1), ('capital_contribution', 'custody', -1), ('capital_contribution', 'bank', -1),
  ('capital_withdrawal', 'capital', -1), ('capital_withdrawal', 'custody', 1), ('capital_withdrawal', 'bank', 1),
  ('cost_payment', 'costs', -1), ('cost_payment', 'custody', 1), ('cost_payment', 'bank', 1),
  ('correction', 'wallet', -1), ('correction', 'wallet', 1), ('correction', 'card', -1), ('correction', 'card', 1),
  ('correction', 'fees', -1), ('correction', 'fees', 1), ('correction', 'adjustments', -1), ('correction', 'adjustments', 1),
  ('correction', 'custody', -1), ('correction', 'custody', 1), ('correction', 'bank', -1), ('correction', 'bank', 1),
  ('service_correction', 'fees', -1), ('service_correction', 'fees', 1),
  ('service_correction', 'network', -1), ('service_correction', 'network', 1),
  ('service_correction', 'capital', -1), ('service_correction', 'capital', 1),
  ('service_correction', 'costs', -1), ('service_correction', 'costs', 1),
  ('service_correction', 'adjustments', -1), ('service_correction', 'adjustments', 1),
  ('service_correction', 'custody', -1), ('service_correction', 'custody', 1),
  ('service_correction', 'bank', -1), ('service_correction', 'bank', 1);
