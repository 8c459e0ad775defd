-- Sums the withdrawals of a partner that count towards its payout limits after an instant of the database's clock, per minute, to an
-- address in lower case or, with '', to any. Whole minutes are read from payout_sums: at most 1,440 for a day, however many
-- withdrawals there were. Of the minute in which the instant lies, the withdrawals themselves are read, so that the sum is exact.
-- Those from before the database noted when it inserted them count from when the ledger debited them, by the journal's key alone
-- (OFFSET 0), as in check_refund. Source: docs/decisions/0090-payout-policy.md
CREATE OR REPLACE FUNCTION public.payout_minutes(partner text, address text, since timestamptz)
  RETURNS TABLE (starts_at timestamptz, amount_micro_usd bigint) LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT s.starts_at, s.amount_micro_usd FROM payout_sums s
    WHERE s.partner_id = payout_minutes.partner AND s.address = payout_minutes.address AND s.starts_at > since
  UNION ALL
  SELECT date_bin('1 minute', since, 'epoch'), sum(w.amount_micro_usd)::bigint FROM withdrawals w
    WHERE w.partner_id = payout_minutes.partner AND w.inserted_at > since
      AND w.inserted_at < date_bin('1 minute', since, 'epoch') + interval '1 minute'
      AND w.status IN ('pending', 'approved', 'completed') AND payout_minutes.address IN ('', lower(w.to_address))
    HAVING count(*) > 0
  UNION ALL
  SELECT date_bin('1 minute', j.created_at, 'epoch'), sum(w.amount_micro_usd)::bigint FROM withdrawals w CROSS JOIN LATERAL (
      SELECT created_at FROM ledger.journals WHERE type = 'withdrawal' AND source_id = w.id OFFSET 0) j
    WHERE w.partner_id = payout_minutes.partner AND w.inserted_at IS NULL AND w.created_at > since - interval '1 day'
      AND w.status IN ('pending', 'approved', 'completed') AND payout_minutes.address IN ('', lower(w.to_address))
      AND j.created_at > since
    GROUP BY 1
$$;
