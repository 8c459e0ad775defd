-- Trigger: the balance of an account is the balance that its last entry says. With ledger.check_entries, neither an
-- entry nor a balance can be written without the other.
CREATE OR REPLACE FUNCTION ledger.check_accounts() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  broken text;
BEGIN
  SELECT n.id INTO broken
    FROM new_accounts n LEFT JOIN LATERAL (
      SELECT account_version, balance_after_micro_usd FROM ledger.entries
      WHERE account_id = n.id AND account_version >= n.version ORDER BY account_version DESC LIMIT 1) last ON true
    WHERE n.version IS NULL OR (n.version, n.balance_micro_usd) IS DISTINCT FROM (last.account_version, last.balance_after_micro_usd)
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the balance of % is not that of its last entry', broken USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
