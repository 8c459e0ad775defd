-- Returns the fees that are part of what a journal moved on a wallet, in micro-USD: of a card withdrawal what the wallet
-- did not receive, of a withdrawal its own fee; 0 for other journals. The collation is that of the columns, for their indexes.
CREATE OR REPLACE FUNCTION ledger.fees_within(journal_type text, journal text, source text) RETURNS bigint
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF journal_type = 'card_withdrawal' THEN
    RETURN coalesce((SELECT amount_micro_usd FROM ledger.entries WHERE journal_id = journal COLLATE "default" AND account_id = 'fees'), 0);
  ELSIF journal_type IN ('withdrawal', 'withdrawal_refund') THEN
    RETURN coalesce((SELECT fee_micro_usd FROM public.withdrawals WHERE id = source COLLATE "default"), 0);
  END IF;
  RETURN 0;
END
$$;
