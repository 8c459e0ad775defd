-- Trigger at the commit: a card that is terminated has no balance.
CREATE OR REPLACE FUNCTION public.check_terminated_card() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  -- A transaction that credits the card holds this lock until its commit, so each of the two sees the other.
  PERFORM ledger.lock(ARRAY['card:' || NEW.id]);
  IF EXISTS (
    SELECT FROM cards c JOIN ledger.accounts a ON a.id = 'card:' || c.id
    WHERE c.id = NEW.id AND c.status = 'terminated' AND a.balance_micro_usd <> 0
  ) THEN
    RAISE EXCEPTION 'terminated card % has a balance', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
