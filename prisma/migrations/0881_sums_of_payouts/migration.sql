-- The payout limits of a partner read each withdrawal of two days that counts, with its journal, at the decision and once more under the
-- lock of the wallet: many small withdrawals made each further one slow. They read sums per minute now.

CREATE TABLE payout_sums (
  partner_id text NOT NULL,
  address text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  amount_micro_usd bigint NOT NULL,
  CONSTRAINT payout_sums_pkey PRIMARY KEY (partner_id, address, starts_at),
  CONSTRAINT payout_sums_amount CHECK (amount_micro_usd >= 0)
) WITH (fillfactor=80);
-- Finds those of the last 24 hours, for their check.
CREATE INDEX payout_sums_starts_at_idx ON payout_sums(starts_at);
GRANT SELECT ON payout_sums TO partner_wallet_app;

-- Trigger: adds a new withdrawal to the sums of its partner's payouts, to any address and to its own, and takes one off that was
-- cancelled, rejected or has failed. At once, because payout_fits can check a further withdrawal in the same transaction.
-- Source: docs/decisions/0090-payout-policy.md
CREATE OR REPLACE FUNCTION public.count_payout() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  minute CONSTANT timestamptz := date_bin('1 minute', NEW.inserted_at, 'epoch');
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO payout_sums AS s (partner_id, address, starts_at, amount_micro_usd)
      VALUES (NEW.partner_id, '', minute, NEW.amount_micro_usd), (NEW.partner_id, lower(NEW.to_address), minute, NEW.amount_micro_usd)
      ON CONFLICT (partner_id, address, starts_at) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  ELSE
    UPDATE payout_sums s SET amount_micro_usd = s.amount_micro_usd - NEW.amount_micro_usd
      WHERE s.partner_id = NEW.partner_id AND s.address IN ('', lower(NEW.to_address)) AND s.starts_at = minute;
  END IF;
  RETURN NULL;
END
$$;

REVOKE EXECUTE ON FUNCTION public.count_payout() FROM PUBLIC;

CREATE TRIGGER count_new_payout AFTER INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION count_payout();
CREATE TRIGGER uncount_payout AFTER UPDATE OF status ON withdrawals FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.status IN ('cancelled', 'rejected', 'failed')) EXECUTE FUNCTION count_payout();

-- The triggers lock the table until the end of this, so that each withdrawal is counted once. By the index of their times. Whole
-- minutes: from a part of one, a later cancellation would take more than it has.
INSERT INTO payout_sums (partner_id, address, starts_at, amount_micro_usd)
  SELECT w.partner_id, a.address, date_bin('1 minute', w.inserted_at, 'epoch'), sum(w.amount_micro_usd)
  FROM withdrawals w CROSS JOIN LATERAL (VALUES (''), (lower(w.to_address))) a (address)
  WHERE w.inserted_at >= date_bin('1 minute', now() - interval '2 days', 'epoch') AND w.status IN ('pending', 'approved', 'completed')
  GROUP BY 1, 2, 3;

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

COMMENT ON TABLE public.payout_sums IS 'The sums of a partner''s withdrawals that count towards its payout limits, per minute. Written only by count_payout, and never deleted: a clock of the database that was ahead would delete what counts.';
COMMENT ON COLUMN public.payout_sums.partner_id IS 'The partner that the row belongs to; null where it belongs to none.';
COMMENT ON COLUMN public.payout_sums.address IS 'In lower case; empty in the sum of all addresses.';
COMMENT ON COLUMN public.payout_sums.starts_at IS 'The beginning of the period that the row sums.';
COMMENT ON COLUMN public.payout_sums.amount_micro_usd IS 'Amount in micro-USD (a millionth of a US dollar).';
