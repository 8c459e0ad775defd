-- Trigger at the commit: the refunded amount of a card transaction is the sum of its refunds.
CREATE OR REPLACE FUNCTION public.check_refunded() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  original text := CASE NEW.category WHEN 'refund' THEN NEW.original_id ELSE NEW.id END;
BEGIN
  -- A refund without a purchase.
  IF original IS NULL THEN RETURN NULL; END IF;
  IF (SELECT refunded_micro_usd FROM card_transactions WHERE id = original) IS DISTINCT FROM
      (SELECT coalesce(sum(amount_micro_usd), 0) FROM card_transactions WHERE original_id = original AND category = 'refund') THEN
    RAISE EXCEPTION 'card transaction % and its refunds differ', original USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
