-- Trigger at the commit: a correction of a card is in the list of the card under the id of its posting: a credit as a
-- refund, a debit as a withdrawal, with the amount that its journal moved.
CREATE OR REPLACE FUNCTION public.check_card_correction() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  posting text;
  stray bigint;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN posting := NEW.source_id; ELSE posting := NEW.reference; END IF;
  SELECT count(*) INTO stray
    FROM (SELECT a.card_id, a.partner_id, e.amount_micro_usd FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
        JOIN ledger.accounts a ON a.id = e.account_id AND a.kind = 'card'
        WHERE j.type = 'correction' AND j.source_id = posting) moved
      FULL JOIN (SELECT * FROM card_transactions WHERE category = 'correction' AND reference = posting) t
        ON t.card_id = moved.card_id AND t.partner_id = moved.partner_id
    WHERE (t.amount_micro_usd, t.type, t.status) IS DISTINCT FROM
      (abs(moved.amount_micro_usd), CASE WHEN moved.amount_micro_usd > 0 THEN 'refund' ELSE 'withdrawal' END,
        CASE WHEN moved.amount_micro_usd > 0 THEN 'reversed' ELSE 'settled' END);
  IF posting IS NULL OR stray > 0 THEN
    RAISE EXCEPTION 'correction % differs from the list of its card', posting USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
