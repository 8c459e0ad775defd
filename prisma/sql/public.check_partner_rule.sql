-- Trigger at the commit: a new withdrawal above the partner's own amount waits for a second person of the partner. PW001 when the
-- amount was set meanwhile: read and decide again.
CREATE OR REPLACE FUNCTION public.check_partner_rule() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM FROM partner_approval_rules r WHERE r.partner_id = NEW.partner_id AND NEW.amount_micro_usd > r.above_micro_usd FOR SHARE;
  IF FOUND AND NOT EXISTS (SELECT FROM partner_approvals a WHERE a.withdrawal_id = NEW.id) THEN
    RAISE EXCEPTION 'withdrawal % needs a second person of its partner', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;
