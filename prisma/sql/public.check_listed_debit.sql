-- Trigger: a row in the list of a card that says that money left it has its journal. The journal was compared with the
-- row when it was posted (check_card_debits), and fixed_terms keeps the row from changing since.
CREATE OR REPLACE FUNCTION public.check_listed_debit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.journals WHERE type = NEW.category AND source_id = NEW.id) THEN
    RAISE EXCEPTION 'card transaction % (%) has no journal', NEW.id, NEW.category USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
