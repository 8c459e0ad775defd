-- Trigger: the new status of a card at a real issuer is delivered to the issuer. The update is queued in the transaction
-- that changes the card, whatever changes it. A newer status replaces one that is not delivered yet; the lease stays,
-- so that an older request under way cannot overtake the newer one.
CREATE OR REPLACE FUNCTION public.queue_card_status() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO issuer_updates AS u (issuer, kind, issuer_id, status, partner_id, created_at, due_at)
    VALUES (NEW.issuer, 'card', NEW.issuer_card_id, NEW.status, NEW.partner_id, now(), now())
    ON CONFLICT (issuer, kind, issuer_id) DO UPDATE SET status = excluded.status, version = u.version + 1,
      partner_id = excluded.partner_id, created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, delivered_at = NULL,
      refused_at = NULL, failure = NULL;
  RETURN NULL;
END
$$;
