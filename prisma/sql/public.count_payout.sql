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
