-- Trigger: each entry is one that ledger.rules allow its journal type, on an account of the journal's partner or of the
-- service, and continues from the last entry of the account, whose balance it has moved.
CREATE OR REPLACE FUNCTION ledger.check_entries() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  broken text;
BEGIN
  SELECT format('leg %s of %s on %s', n.leg, n.journal_id, n.account_id) INTO broken
    FROM new_entries n
    LEFT JOIN ledger.journals j ON j.id = n.journal_id AND n.leg <= j.leg_count
    LEFT JOIN ledger.accounts a ON a.id = n.account_id AND (a.partner_id IS NULL OR a.partner_id = j.partner_id)
    LEFT JOIN ledger.rules r ON r.journal_type = j.type AND r.account_kind = a.kind
      AND r.direction = CASE WHEN n.amount_micro_usd > 0 THEN 1 ELSE -1 END
    LEFT JOIN ledger.entries last ON last.account_id = n.account_id AND last.account_version = n.account_version - 1
    WHERE r.direction IS NULL
      OR (n.account_version IS NULL) <> (a.version IS NULL)
      OR n.account_version > a.version
      OR n.account_version <> coalesce(last.account_version, 0) + 1
      OR n.balance_after_micro_usd <> coalesce(last.balance_after_micro_usd, 0) + n.amount_micro_usd
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'posting not allowed: %', broken USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
