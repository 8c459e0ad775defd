-- The limits of a payout policy counted withdrawals by the clocks of the processes that created them. Where one was an hour wrong, twice the
-- limit of an hour left the wallet.

-- Sums the withdrawals of a partner that count towards its payout limits at an instant of the database's clock: those of the last
-- hour, of the last 24 hours, and of the last 24 hours to one address. A withdrawal that was cancelled, rejected or failed does not
-- count. Each counts from when the ledger debited it: its own time is of the process that created it, whose clock may be wrong by
-- hours, up to a day. By the journal's key alone (OFFSET 0), as in check_refund.
CREATE OR REPLACE FUNCTION public.payout_use(partner text, address text, at timestamptz)
  RETURNS TABLE (hour_micro_usd bigint, day_micro_usd bigint, address_day_micro_usd bigint) LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(w.amount_micro_usd) FILTER (WHERE j.created_at > at - interval '1 hour'), 0)::bigint,
    coalesce(sum(w.amount_micro_usd), 0)::bigint,
    coalesce(sum(w.amount_micro_usd) FILTER (WHERE lower(w.to_address) = lower(address)), 0)::bigint
  FROM withdrawals w CROSS JOIN LATERAL (
    SELECT created_at FROM ledger.journals WHERE type = 'withdrawal' AND source_id = w.id OFFSET 0) j
  WHERE w.partner_id = partner AND w.created_at > at - interval '2 days' AND w.status IN ('pending', 'approved', 'completed')
    AND j.created_at > at - interval '1 day'
$$;
