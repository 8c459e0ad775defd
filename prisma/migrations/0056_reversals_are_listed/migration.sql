-- Each part of a hold that went back to a card is a row of the card's list, with the id that its event has. The row and its
-- journal are checked at the commit, from both sides. Source: docs/decisions/0046-ids-of-events-in-lists.md

ALTER TABLE card_transactions DROP CONSTRAINT card_transactions_category;
ALTER TABLE card_transactions ADD CONSTRAINT card_transactions_category CHECK (
  category IN ('authorization', 'reversal', 'cross_border_fee', 'refund', 'card_withdrawal', 'liquidation'));

-- The journal of a reversal carries the id of the authorization, ':' and the number of the credit; the row carries that
-- number behind '_rev', and the first row has no number.
CREATE FUNCTION check_reversal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  original text;
  number text;
  row_id text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN
    original := split_part(NEW.source_id, ':', 1);
    number := split_part(NEW.source_id, ':', 2);
    row_id := original || '_rev' || CASE number WHEN '1' THEN '' ELSE number END;
  ELSE
    row_id := NEW.id;
    original := NEW.original_id;
    number := coalesce(nullif(substring(NEW.id FROM '_rev(\d*)$'), ''), '1');
  END IF;
  -- By keys alone (OFFSET 0), as in check_refund.
  IF NOT EXISTS (
    SELECT FROM (SELECT * FROM card_transactions WHERE id = row_id OFFSET 0) t
      JOIN card_transactions o ON o.id = t.original_id
      JOIN ledger.journals j ON j.type = 'reversal' AND j.source_id = original || ':' || number
      CROSS JOIN LATERAL (
        SELECT bool_and((account_id, amount_micro_usd) = ('card:' || t.card_id, t.amount_micro_usd))
          FILTER (WHERE account_id LIKE 'card:%') AS is_listed
        FROM ledger.entries WHERE journal_id = j.id) e
    WHERE e.is_listed AND t.id = original || '_rev' || CASE number WHEN '1' THEN '' ELSE number END
      AND (t.category, t.partner_id, t.status, t.original_id)
        IS NOT DISTINCT FROM ('reversal', j.partner_id, 'reversed', original)
      AND (o.card_id, o.category, o.type) IS NOT DISTINCT FROM (t.card_id, 'authorization', t.type)
  ) THEN
    RAISE EXCEPTION 'reversal % and its journal differ', row_id USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER reversal_has_its_journal AFTER INSERT ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.category = 'reversal') EXECUTE FUNCTION check_reversal();
CREATE CONSTRAINT TRIGGER journal_has_its_reversal AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'reversal') EXECUTE FUNCTION check_reversal();

-- Reversals from before this migration: their events had these ids.
INSERT INTO card_transactions (id, partner_id, card_id, category, amount_micro_usd, currency, status, type, description,
    merchant_name, merchant_country, original_id, created_at, version)
  SELECT o.id || '_rev' || CASE split_part(j.source_id, ':', 2) WHEN '1' THEN '' ELSE split_part(j.source_id, ':', 2) END,
    o.partner_id, o.card_id, 'reversal', e.amount_micro_usd, o.currency, 'reversed', o.type,
    'Reversal of ' || o.description, o.merchant_name, o.merchant_country, o.id, j.created_at, 1
  FROM ledger.journals j
    JOIN card_transactions o ON o.id = split_part(j.source_id, ':', 1) COLLATE "default" AND o.category = 'authorization'
    JOIN ledger.entries e ON e.journal_id = j.id AND e.account_id = 'card:' || o.card_id
  WHERE j.type = 'reversal';

-- A settlement moves the hold and nothing else from now on: what it gives back is a reversal, and what it takes above the
-- hold is an authorization of its own. A database whose history has settlements that moved a card's balance keeps the
-- rules, since the audit checks history by them.
DELETE FROM ledger.rules WHERE journal_type = 'settlement' AND account_kind = 'card' AND NOT EXISTS (
  SELECT FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
  WHERE j.type = 'settlement' AND e.account_id LIKE 'card:%');
