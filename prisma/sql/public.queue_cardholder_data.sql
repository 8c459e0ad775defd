-- Trigger: a birth date that became known after the cardholder was created is delivered to the issuer. On users it runs
-- when the date is stored, on issuer_cardholders when a cardholder is stored: its data were read before the issuer was
-- asked, or it is one that an earlier request created. The lock makes one of the two see the other. The end of a
-- cardholder is never replaced.
CREATE OR REPLACE FUNCTION public.queue_cardholder_data() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  known text := CASE TG_TABLE_NAME WHEN 'users' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'user_id' END;
  owner text;
BEGIN
  SELECT partner_id INTO owner FROM users WHERE id = known FOR SHARE;
  IF EXISTS (SELECT FROM users WHERE id = known AND deleted_at IS NULL AND birth_date IS NOT NULL) THEN
    INSERT INTO issuer_updates AS u (issuer, kind, issuer_id, status, partner_id, created_at, due_at)
      SELECT issuer, 'cardholder', cardholder_id, 'active', owner, now(), now()
      FROM issuer_cardholders WHERE user_id = known AND issuer <> 'sandbox'
      ON CONFLICT (issuer, kind, issuer_id) DO UPDATE SET version = u.version + 1, partner_id = excluded.partner_id,
        created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, delivered_at = NULL, refused_at = NULL, failure = NULL
        WHERE u.status <> 'inactive';
  END IF;
  RETURN NULL;
END
$$;
