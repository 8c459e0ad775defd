-- Trigger: the cardholder of a deleted user is deactivated at the issuer. On users it runs when the user is deleted, on
-- issuer_cardholders when a cardholder is stored: the lock makes one of the two see the other. It replaces an update of
-- the person's data that is not delivered yet; the lease stays, so that one under way cannot overtake it.
CREATE OR REPLACE FUNCTION public.queue_cardholder_end() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  ended text := CASE TG_TABLE_NAME WHEN 'users' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'user_id' END;
  owner text;
BEGIN
  SELECT partner_id INTO owner FROM users WHERE id = ended FOR SHARE;
  IF EXISTS (SELECT FROM users WHERE id = ended AND deleted_at IS NOT NULL) THEN
    INSERT INTO issuer_updates AS u (issuer, kind, issuer_id, status, partner_id, created_at, due_at)
      SELECT issuer, 'cardholder', cardholder_id, 'inactive', owner, now(), now()
      FROM issuer_cardholders WHERE user_id = ended AND issuer <> 'sandbox'
      ON CONFLICT (issuer, kind, issuer_id) DO UPDATE SET status = excluded.status, version = u.version + 1,
        partner_id = excluded.partner_id, created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0,
        delivered_at = NULL, refused_at = NULL, failure = NULL WHERE u.status <> 'inactive';
  END IF;
  RETURN NULL;
END
$$;
