-- The check of a deposit read all deposits of its transaction, so that those of a transaction with many took time in the square of
-- their number.

-- Trigger at the commit: each deposit has its journal, whose source names the transfer, and each deposit journal its
-- deposit. A deposit that is held is in suspense, and no other deposit is.
CREATE OR REPLACE FUNCTION public.check_deposit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  source text;
  place text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN
    source := NEW.source_id;
  ELSE
    source := format('%s:%s:%s', NEW.chain, NEW.tx_hash, NEW.ordinal);
  END IF;
  place := split_part(source, ':', 3);
  IF NOT EXISTS (
    SELECT FROM deposits d
      JOIN ledger.journals j ON j.type = 'deposit' AND j.source_id = source
      JOIN ledger.entries e ON e.journal_id = j.id AND e.amount_micro_usd = d.amount_micro_usd
        AND e.account_id = CASE WHEN d.partner_id IS NULL THEN 'suspense' ELSE coalesce('card:' || d.card_id, 'wallet:' || d.partner_id) END
      JOIN ledger.entries c ON c.journal_id = j.id AND c.account_id = format('custody:%s:%s', d.chain, d.token)
    WHERE d.chain = split_part(source, ':', 1) AND d.tx_hash = split_part(source, ':', 2)
      -- As a number, which the index has: as text it would be compared with that of each deposit of the transaction.
      AND d.ordinal = CASE WHEN place ~ '^\d{1,9}$' THEN place::integer END AND j.leg_count = 2
      -- A source with a further part is another source: the transfer would be credited again.
      AND source = format('%s:%s:%s', d.chain, d.tx_hash, d.ordinal)
  ) THEN
    RAISE EXCEPTION 'deposit % and its journal differ', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
