-- Sums what a partner withdrew in the last 24 hours without a second person of its own, by the clock of the database. Each
-- withdrawal counts for 24 hours and at most a minute more. One that was cancelled, rejected or has failed does not count. Reads at
-- most 1,441 rows, however many withdrawals there were. Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.withdrawn_by_one(partner text) RETURNS bigint LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(amount_micro_usd), 0)::bigint FROM withdrawal_sums
    WHERE partner_id = partner AND starts_at > now() - interval '24 hours 1 minute'
$$;
