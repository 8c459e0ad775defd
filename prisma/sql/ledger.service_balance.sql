-- Returns the balance of an account of the service, in micro-USD: these accounts keep none, so the last hour and the
-- entries after it are summed.
CREATE OR REPLACE FUNCTION ledger.service_balance(account text) RETURNS bigint LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT (coalesce((SELECT balance_micro_usd FROM ledger.hours WHERE line = account ORDER BY ended_at DESC LIMIT 1), 0)
    + coalesce((SELECT sum(amount_micro_usd) FROM ledger.entries
        WHERE account_id = account AND created_at >= (SELECT ended_at FROM ledger.hours_end)), 0))::bigint
$$;
