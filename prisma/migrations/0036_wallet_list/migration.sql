-- What moves a wallet stands in its list, and nothing else does: held at the commit on both sides, where the audit alone
-- saw it afterwards. Source: docs/decisions/0002-ledger.md

CREATE FUNCTION check_listed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
-- Deferred, for a row of the list comes after its journal.
CREATE CONSTRAINT TRIGGER listed AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.account_id LIKE 'wallet:%') EXECUTE FUNCTION check_listed();

CREATE FUNCTION check_wallet_transactions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  stray text;
BEGIN
  -- By the journal's key alone: the planner would look through all that ever moved the wallet, too.
  SELECT n.id INTO stray
    FROM new_rows n CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE account_id = 'wallet:' || n.partner_id
        AND amount_micro_usd = CASE n.type WHEN 'credit' THEN n.amount_micro_usd ELSE -n.amount_micro_usd END) AS moves
      FROM ledger.entries WHERE journal_id = n.journal_id) e
    WHERE e.moves = 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'wallet transaction % is not what its journal moved', stray USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER moved AFTER INSERT ON wallet_transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION check_wallet_transactions();
