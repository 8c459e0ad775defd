-- Returns the balance of an account at an instant, in micro-USD, from its entries alone. The times of an account's
-- entries follow its versions, so a binary search finds the last entry before the instant.
CREATE OR REPLACE FUNCTION ledger.balance_at(account text, instant timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  low bigint := 0;
  high bigint;
  middle bigint;
BEGIN
  SELECT version INTO high FROM ledger.accounts WHERE id = account;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no account %', account USING ERRCODE = 'PW003';
  END IF;
  IF high IS NULL THEN
    RETURN (SELECT coalesce(sum(amount_micro_usd), 0) FROM ledger.entries WHERE account_id = account AND created_at <= instant);
  END IF;
  WHILE low < high LOOP
    middle := (low + high + 1) / 2;
    IF (SELECT created_at FROM ledger.entries WHERE account_id = account AND account_version = middle) <= instant THEN
      low := middle;
    ELSE
      high := middle - 1;
    END IF;
  END LOOP;
  RETURN coalesce((SELECT balance_after_micro_usd FROM ledger.entries WHERE account_id = account AND account_version = low), 0);
END
$$;
