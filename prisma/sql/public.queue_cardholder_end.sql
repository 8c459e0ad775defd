-- Trigger: the cardholder of a deleted user is deactivated at the issuer. On users it runs when the user is deleted, on
-- issuer_cardholders when a cardholder is stored: the lock makes one of the two see the other.
CREATE OR REPLACE FUNCTION public.queue_cardholder_end() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  ended text := CASE TG_TABLE_NAME WHEN 'users' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'user_id' END;
BEGIN
  PERFORM FROM users WHERE id = ended FOR SHARE;
  IF EXISTS (SELECT FROM users WHERE id = ended AND deleted_at IS NOT NULL) THEN
    INSERT INTO issuer_updates (issuer, kind, issuer_id, status, created_at, due_at)
      SELECT issuer, 'cardholder', cardholder_id, 'inactive', now(), now()
      FROM issuer_cardholders WHERE user_id = ended AND issuer <> 'sandbox'
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
