-- A second journal passed for a deposit or a reversal when its source had one part more: the checks read the first parts alone, and found
-- the row of the first journal.

-- Trigger at the commit: each deposit has its journal, whose source names the transfer, and each deposit journal its
-- deposit. A deposit that is held is in suspense, and no other deposit is.
CREATE OR REPLACE FUNCTION public.check_deposit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  source text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN
    source := NEW.source_id;
  ELSE
    source := format('%s:%s:%s', NEW.chain, NEW.tx_hash, NEW.ordinal);
  END IF;
  IF NOT EXISTS (
    SELECT FROM deposits d
      JOIN ledger.journals j ON j.type = 'deposit' AND j.source_id = source
      JOIN ledger.entries e ON e.journal_id = j.id AND e.amount_micro_usd = d.amount_micro_usd
        AND e.account_id = CASE WHEN d.partner_id IS NULL THEN 'suspense' ELSE coalesce('card:' || d.card_id, 'wallet:' || d.partner_id) END
      JOIN ledger.entries c ON c.journal_id = j.id AND c.account_id = format('custody:%s:%s', d.chain, d.token)
    WHERE d.chain = split_part(source, ':', 1) AND d.tx_hash = split_part(source, ':', 2)
      AND d.ordinal::text = split_part(source, ':', 3) AND j.leg_count = 2
      -- A source with a further part is another source: the transfer would be credited again.
      AND source = format('%s:%s:%s', d.chain, d.tx_hash, d.ordinal)
  ) THEN
    RAISE EXCEPTION 'deposit % and its journal differ', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit: each reversal is a row and a journal of one amount on one card. The source of the journal is
-- the id of the authorization, ':' and the number of the reversal; the id of the row has that number behind '_rev', and
-- none for the first.
CREATE OR REPLACE FUNCTION public.check_reversal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  source text;
  original text;
  number text;
  row_id text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN
    source := NEW.source_id;
    original := split_part(NEW.source_id, ':', 1);
    number := split_part(NEW.source_id, ':', 2);
    row_id := original || '_rev' || CASE number WHEN '1' THEN '' ELSE number END;
  ELSE
    row_id := NEW.id;
    original := NEW.original_id;
    number := coalesce(nullif(substring(NEW.id FROM '_rev(\d*)$'), ''), '1');
    source := original || ':' || number;
  END IF;
  -- By keys alone (OFFSET 0), as in check_refund.
  IF NOT EXISTS (
    SELECT FROM (SELECT * FROM card_transactions WHERE id = row_id OFFSET 0) t
      JOIN card_transactions o ON o.id = t.original_id
      JOIN ledger.journals j ON j.type = 'reversal' AND j.source_id = source
      CROSS JOIN LATERAL (
        SELECT bool_and((account_id, amount_micro_usd) = ('card:' || t.card_id, t.amount_micro_usd))
          FILTER (WHERE account_id LIKE 'card:%') AS is_listed
        FROM ledger.entries WHERE journal_id = j.id) e
    -- A source with a further part is another source, which has no row.
    WHERE source = original || ':' || number AND e.is_listed
      AND t.id = original || '_rev' || CASE number WHEN '1' THEN '' ELSE number END
      AND (t.category, t.partner_id, t.status, t.original_id)
        IS NOT DISTINCT FROM ('reversal', j.partner_id, 'reversed', original)
      AND (o.card_id, o.category, o.type) IS NOT DISTINCT FROM (t.card_id, 'authorization', t.type)
  ) THEN
    RAISE EXCEPTION 'reversal % and its journal differ', row_id USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
