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
    -- Each row has one source. Another one, with a further part or without a number, has no row.
    WHERE source = original || ':' || coalesce(nullif(substring(t.id FROM '_rev(\d*)$'), ''), '1') AND e.is_listed
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
