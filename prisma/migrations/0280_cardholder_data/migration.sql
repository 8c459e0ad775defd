-- A birth date that becomes known after the cardholder was created reaches the card issuer.
-- Source: docs/decisions/0099-data-of-cardholders.md

ALTER TABLE issuer_updates DROP CONSTRAINT issuer_updates_status;
ALTER TABLE issuer_updates ADD CONSTRAINT issuer_updates_status CHECK (status = ANY (CASE kind
  WHEN 'card' THEN '{active,frozen,terminated}'::text[] WHEN 'cardholder' THEN '{active,inactive}'::text[] END));

-- An update is delivered by the id of the cardholder.
CREATE INDEX issuer_cardholders_cardholder_id_idx ON issuer_cardholders(cardholder_id);

-- Trigger: a birth date that became known after the cardholder was created is delivered to the issuer. On users it runs
-- when the date is stored, on issuer_cardholders when a cardholder is stored: its data were read before the issuer was
-- asked, or it is one that an earlier request created. The lock makes one of the two see the other. The end of a
-- cardholder is never replaced.
CREATE OR REPLACE FUNCTION public.queue_cardholder_data() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  known text := CASE TG_TABLE_NAME WHEN 'users' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'user_id' END;
BEGIN
  PERFORM FROM users WHERE id = known FOR SHARE;
  IF EXISTS (SELECT FROM users WHERE id = known AND deleted_at IS NULL AND birth_date IS NOT NULL) THEN
    INSERT INTO issuer_updates AS u (issuer, kind, issuer_id, status, created_at, due_at)
      SELECT issuer, 'cardholder', cardholder_id, 'active', now(), now()
      FROM issuer_cardholders WHERE user_id = known AND issuer <> 'sandbox'
      ON CONFLICT (issuer, kind, issuer_id) DO UPDATE SET version = u.version + 1, created_at = excluded.created_at,
        due_at = excluded.due_at, attempts = 0, delivered_at = NULL, refused_at = NULL, failure = NULL
        WHERE u.status <> 'inactive';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: the cardholder of a deleted user is deactivated at the issuer. On users it runs when the user is deleted, on
-- issuer_cardholders when a cardholder is stored: the lock makes one of the two see the other. It replaces an update of
-- the person's data that is not delivered yet; the lease stays, so that one under way cannot overtake it.
CREATE OR REPLACE FUNCTION public.queue_cardholder_end() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  ended text := CASE TG_TABLE_NAME WHEN 'users' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'user_id' END;
BEGIN
  PERFORM FROM users WHERE id = ended FOR SHARE;
  IF EXISTS (SELECT FROM users WHERE id = ended AND deleted_at IS NOT NULL) THEN
    INSERT INTO issuer_updates AS u (issuer, kind, issuer_id, status, created_at, due_at)
      SELECT issuer, 'cardholder', cardholder_id, 'inactive', now(), now()
      FROM issuer_cardholders WHERE user_id = ended AND issuer <> 'sandbox'
      ON CONFLICT (issuer, kind, issuer_id) DO UPDATE SET status = excluded.status, version = u.version + 1,
        created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, delivered_at = NULL, refused_at = NULL,
        failure = NULL WHERE u.status <> 'inactive';
  END IF;
  RETURN NULL;
END
$$;

-- Before the counters, which every transaction locks last: triggers run in the order of their names.
CREATE TRIGGER a_queue_cardholder_data AFTER UPDATE OF birth_date ON users FOR EACH ROW
  WHEN (NEW.birth_date IS NOT NULL AND OLD.birth_date IS DISTINCT FROM NEW.birth_date)
  EXECUTE FUNCTION queue_cardholder_data();
CREATE TRIGGER queue_cardholder_data AFTER INSERT ON issuer_cardholders FOR EACH ROW
  WHEN (NEW.issuer <> 'sandbox') EXECUTE FUNCTION queue_cardholder_data();

-- The birth dates that became known so far. A process of the version before takes each update of a cardholder for its
-- end: these wait until all processes are those of this version.
INSERT INTO issuer_updates (issuer, kind, issuer_id, status, created_at, due_at)
  SELECT c.issuer, 'cardholder', c.cardholder_id, 'active', now() + interval '1 hour', now() + interval '1 hour'
  FROM issuer_cardholders c JOIN users u ON u.id = c.user_id
  WHERE c.issuer <> 'sandbox' AND u.deleted_at IS NULL AND u.birth_date IS NOT NULL
  ON CONFLICT DO NOTHING;
