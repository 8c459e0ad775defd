-- Gives up a card that was issued for a request which was then refused: it shall be terminated at its issuer. Does
-- nothing when the card was stored meanwhile, because a repeat of the request was given the same card. The key of the
-- request is kept: the issuer would return the terminated card for it again.
CREATE OR REPLACE FUNCTION public.give_up_card(of_issuer text, card_id text, key text) RETURNS boolean LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(issuer_card_lock(), hashtext(card_id));
  IF EXISTS (SELECT FROM cards WHERE issuer = of_issuer AND issuer_card_id = card_id AND issuer <> 'sandbox') THEN
    RETURN false;
  END IF;
  INSERT INTO issuer_updates (issuer, kind, issuer_id, status, request_key, created_at, due_at)
    VALUES (of_issuer, 'card', card_id, 'terminated', key, now(), now())
    ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;
