-- Sums the withdrawals of a partner that count towards its payout limits at an instant of the database's clock: those of the last
-- hour, of the last 24 hours, and of the last 24 hours to one address. A withdrawal that was cancelled, rejected or failed does not
-- count. Each counts from when the database inserted it: its own time is of the process that created it, whose clock may be wrong by
-- hours, up to a day.
CREATE OR REPLACE FUNCTION public.payout_use(partner text, address text, at timestamptz)
  RETURNS TABLE (hour_micro_usd bigint, day_micro_usd bigint, address_day_micro_usd bigint) LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT (SELECT coalesce(sum(m.amount_micro_usd), 0)::bigint FROM payout_minutes(partner, '', at - interval '1 hour') m),
    (SELECT coalesce(sum(m.amount_micro_usd), 0)::bigint FROM payout_minutes(partner, '', at - interval '1 day') m),
    (SELECT coalesce(sum(m.amount_micro_usd), 0)::bigint FROM payout_minutes(partner, lower(address), at - interval '1 day') m)
$$;
