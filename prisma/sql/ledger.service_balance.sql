-- Returns the balance of an account of the service, in micro-USD: these accounts keep none, so the last hour that was
-- written and the entries after it are summed. Both are read in one snapshot, so an hour that is written meanwhile counts
-- once. The account is compared after the entries were found by their time: as a condition, the planner also reads the
-- index of the account, with every entry that it ever had.
CREATE OR REPLACE FUNCTION ledger.service_balance(account text) RETURNS bigint LANGUAGE sql STABLE
  SET search_path = pg_catalog, pg_temp AS $$
  SELECT (coalesce((SELECT balance_micro_usd FROM ledger.hours WHERE line = account ORDER BY ended_at DESC LIMIT 1), 0)
    + coalesce((SELECT sum(amount_micro_usd) FILTER (WHERE account_id = account) FROM ledger.entries
        WHERE created_at >= (SELECT ended_at FROM ledger.hours_end)), 0))::bigint
$$;
