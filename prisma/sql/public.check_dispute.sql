-- Trigger at the commit: a dispute has the journals of its status, each of its amount, and the rows in the list of its card
-- that show them. Its transaction is a settled debit of that card.
CREATE OR REPLACE FUNCTION public.check_dispute() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  source text;
  d card_disputes;
  ending text;
  strange_legs bigint;
  strange_rows bigint;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN source := NEW.source_id;
  ELSIF TG_TABLE_NAME = 'card_transactions' THEN source := NEW.reference;
  ELSE source := NEW.id; END IF;
  SELECT * INTO d FROM card_disputes WHERE id = source;
  ending := CASE WHEN d.status = 'won' THEN 'dispute_won' WHEN d.decided_at IS NOT NULL THEN 'dispute_reversal' END;
  SELECT count(*) INTO strange_legs
    FROM (SELECT j.type, j.partner_id, e.account_id, e.amount_micro_usd
        FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
        WHERE j.type IN ('dispute_credit', 'dispute_won', 'dispute_reversal') AND j.source_id = source) m
      FULL JOIN (SELECT * FROM (VALUES
          ('dispute_credit', 'disputes', -d.amount_micro_usd), ('dispute_credit', 'card:' || d.card_id, d.amount_micro_usd),
          ('dispute_won', 'network', -d.amount_micro_usd), ('dispute_won', 'disputes', d.amount_micro_usd),
          ('dispute_reversal', 'card:' || d.card_id, -d.amount_micro_usd), ('dispute_reversal', 'disputes', d.amount_micro_usd)
        ) v (type, account_id, amount_micro_usd) WHERE v.type IN ('dispute_credit', ending)) w
        ON (m.type, m.account_id, m.amount_micro_usd) = (w.type, w.account_id, w.amount_micro_usd)
    WHERE m.type IS NULL OR w.type IS NULL OR m.partner_id <> d.partner_id;
  SELECT count(*) INTO strange_rows
    FROM (SELECT * FROM card_transactions WHERE category = 'dispute' AND reference = source) t
      FULL JOIN (SELECT * FROM (VALUES ('refund', 'reversed'), ('withdrawal', 'settled')) v (type, status)
        WHERE v.type = 'refund' OR ending = 'dispute_reversal') w ON t.type = w.type
    WHERE w.type IS NULL OR (t.status, t.amount_micro_usd, t.card_id, t.partner_id, t.original_id)
      IS DISTINCT FROM (w.status, d.amount_micro_usd, d.card_id, d.partner_id, d.transaction_id);
  IF d.id IS NULL OR strange_legs > 0 OR strange_rows > 0 OR NOT EXISTS (
    SELECT FROM card_transactions o WHERE o.id = d.transaction_id AND o.amount_micro_usd >= d.amount_micro_usd
      AND (o.card_id, o.partner_id, o.category, o.status) = (d.card_id, d.partner_id, 'authorization', 'settled')
  ) THEN
    RAISE EXCEPTION 'dispute % and its journals or rows differ', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
