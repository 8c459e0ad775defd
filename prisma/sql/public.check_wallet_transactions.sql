-- Trigger: a row in the list of a wallet says what its journal moved in that wallet.
CREATE OR REPLACE FUNCTION public.check_wallet_transactions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  stray text;
BEGIN
  -- By the journal's key alone; otherwise the planner would also read every entry of the wallet.
  SELECT n.id INTO stray
    FROM new_rows n CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE account_id = 'wallet:' || n.partner_id
        AND amount_micro_usd = CASE n.type WHEN 'credit' THEN n.amount_micro_usd ELSE -n.amount_micro_usd END) AS moves
      FROM ledger.entries WHERE journal_id = n.journal_id) e
    WHERE e.moves = 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'wallet transaction % differs from its journal', stray USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
