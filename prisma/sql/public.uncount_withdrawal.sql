-- Trigger at the commit: a withdrawal that was cancelled, rejected or has failed counts no more towards the partner's own amount. One
-- that waited for a second person, or that an earlier version of the service inserted, was not counted.
CREATE OR REPLACE FUNCTION public.uncount_withdrawal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  UPDATE withdrawal_sums s SET amount_micro_usd = s.amount_micro_usd - NEW.amount_micro_usd
    WHERE s.partner_id = NEW.partner_id AND s.starts_at = date_bin('1 minute', NEW.inserted_at, 'epoch')
      AND NOT EXISTS (SELECT FROM partner_approvals a WHERE a.withdrawal_id = NEW.id);
  RETURN NULL;
END
$$;
