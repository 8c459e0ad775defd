-- Trigger at the commit: an operator posting that is posted has its journal, and a journal of these types its posted
-- request, with exactly these legs.
CREATE OR REPLACE FUNCTION public.check_operator_posting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF TG_TABLE_NAME = 'operator_postings' THEN
    IF NOT EXISTS (SELECT FROM ledger.journals WHERE type = NEW.kind AND source_id = NEW.id) THEN
      RAISE EXCEPTION 'operator posting % has no journal', NEW.id USING ERRCODE = 'PW003';
    END IF;
  ELSIF NOT EXISTS (
    SELECT FROM operator_postings p
    WHERE p.id = NEW.source_id COLLATE "default" AND p.kind = NEW.type AND p.status = 'posted' AND p.partner_id IS NOT DISTINCT FROM NEW.partner_id
      AND (SELECT array_agg((account, amount) ORDER BY account) FROM operator_posting_legs(p))
        = (SELECT array_agg((account_id, amount_micro_usd) ORDER BY account_id) FROM ledger.entries WHERE journal_id = NEW.id)
  ) THEN
    RAISE EXCEPTION 'journal % differs from the posting that two administrators decided', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
