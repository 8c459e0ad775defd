-- Trigger: a card that was given up at its issuer cannot become a card of ours; PW001, so that the decision is made again
-- with another card. A process of the version before names no issuer: it knows the sandbox only.
CREATE OR REPLACE FUNCTION public.check_new_card() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.issuer := coalesce(NEW.issuer, 'sandbox');
  IF NEW.issuer <> 'sandbox' THEN
    PERFORM pg_advisory_xact_lock(issuer_card_lock(), hashtext(NEW.issuer_card_id));
    IF EXISTS (SELECT FROM issuer_updates WHERE issuer = NEW.issuer AND kind = 'card' AND issuer_id = NEW.issuer_card_id) THEN
      RAISE EXCEPTION 'the card was given up at its issuer' USING ERRCODE = 'PW001';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
