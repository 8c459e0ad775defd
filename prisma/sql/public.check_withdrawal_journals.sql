-- Trigger at the commit, from both sides: a withdrawal has exactly the journals of its status, and its journals belong
-- to a withdrawal in that status, of the same amount and partner. Deferred triggers run without the settings of
-- commit_change_set, so generic plans are set here as well.
CREATE OR REPLACE FUNCTION public.check_withdrawal_journals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  w withdrawals;
  source text;
  posted text[];
  expected text[];
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN source := NEW.source_id; ELSE source := NEW.id; END IF;
  SELECT * INTO w FROM withdrawals WHERE id = source;
  SELECT coalesce(array_agg(type ORDER BY type), '{}') INTO posted FROM ledger.journals
    WHERE source_id = source AND type IN ('withdrawal', 'withdrawal_completed', 'withdrawal_refund');
  expected := CASE
    WHEN w.status IN ('pending', 'approved') THEN '{withdrawal}'
    WHEN w.status = 'completed' THEN '{withdrawal,withdrawal_completed}'
    WHEN w.status IN ('cancelled', 'rejected', 'failed') THEN '{withdrawal,withdrawal_refund}'
    ELSE '{}' END;
  IF posted IS DISTINCT FROM expected THEN
    RAISE EXCEPTION 'withdrawal % is % and has the journals %', source, w.status, posted USING ERRCODE = 'PW003';
  END IF;
  -- The whole amount, of this partner. The legs on wallets are the partner's because the journals are.
  IF EXISTS (
    SELECT FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id JOIN ledger.accounts a ON a.id = e.account_id
    WHERE j.source_id = source AND j.type IN ('withdrawal', 'withdrawal_completed', 'withdrawal_refund')
      AND (j.partner_id IS DISTINCT FROM w.partner_id OR abs(e.amount_micro_usd) <> CASE a.kind
        WHEN 'fees' THEN w.fee_micro_usd
        WHEN 'custody' THEN w.amount_micro_usd - w.fee_micro_usd
        ELSE w.amount_micro_usd END)
  ) THEN
    RAISE EXCEPTION 'withdrawal % and its journals differ in amount or partner', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
