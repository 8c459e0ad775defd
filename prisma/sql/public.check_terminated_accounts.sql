-- Trigger: the account of a terminated card keeps no balance, whatever is posted to it later.
CREATE OR REPLACE FUNCTION public.check_terminated_accounts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  card text;
BEGIN
  -- OFFSET 0: each card is found by its key, even where the planner prefers to scan a table that is still short.
  SELECT c.id INTO card
    FROM new_accounts n CROSS JOIN LATERAL (
      SELECT id FROM cards WHERE id = n.card_id AND status = 'terminated' OFFSET 0) c
    WHERE n.kind = 'card' AND n.balance_micro_usd <> 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'terminated card % has a balance', card USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
