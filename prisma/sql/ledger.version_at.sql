-- Returns the version of a wallet, a card or a hold at an instant, found by binary search as in ledger.balance_at; 0
-- before its first entry.
CREATE OR REPLACE FUNCTION ledger.version_at(account text, instant timestamptz) RETURNS bigint
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  low bigint := 0;
  high bigint := (SELECT version FROM ledger.accounts WHERE id = account);
  middle bigint;
BEGIN
  WHILE low < high LOOP
    middle := (low + high + 1) / 2;
    IF (SELECT created_at FROM ledger.entries WHERE account_id = account AND account_version = middle) <= instant THEN
      low := middle;
    ELSE
      high := middle - 1;
    END IF;
  END LOOP;
  RETURN low;
END
$$;
