-- Trigger: the alerts about the payout of a withdrawal end with the withdrawal. Nobody looks at it afterwards, so an alert that stayed
-- open after a lost response or a killed process would do so for ever.
CREATE OR REPLACE FUNCTION public.close_payout_alerts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE alerts SET closed_at = greatest(now(), opened_at)
    WHERE kind IN ('token_refuses', 'payout_screened', 'payout_unsigned') AND subject = NEW.id AND closed_at IS NULL;
  RETURN NULL;
END
$$;
