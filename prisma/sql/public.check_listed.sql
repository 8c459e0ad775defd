-- Trigger: an entry that moves a wallet is in the list of the wallet, with its amount and direction.
CREATE OR REPLACE FUNCTION public.check_listed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM wallet_transactions WHERE journal_id = NEW.journal_id
      AND 'wallet:' || partner_id = NEW.account_id
      AND NEW.amount_micro_usd = CASE type WHEN 'credit' THEN amount_micro_usd ELSE -amount_micro_usd END) THEN
    RAISE EXCEPTION 'journal % moves % and is not in its list', NEW.journal_id, NEW.account_id USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
