-- Partners take turns in the queues of updates for issuers, of erasures, and of polls at identity providers.

-- First, because few of its rows are due, and only the deletion of a user writes this table.
CREATE INDEX user_erasures_due_of_partner ON user_erasures(coalesce(partner_id, ''), due_at) WHERE due_at IS NOT NULL;

ALTER TABLE issuer_updates ADD COLUMN partner_id text;
ALTER TABLE kyc_applicants ADD COLUMN partner_id text;
COMMENT ON COLUMN issuer_updates.partner_id IS 'The partners take turns. Null for a card that was given up.';
COMMENT ON COLUMN kyc_applicants.partner_id IS 'The partners take turns. Null in rows of an earlier version, until the next poll or the erasure.';

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

-- Trigger: requests the erasure of a deleted user's data at the identity provider, in the transaction that deletes the user.
-- Source: docs/decisions/0066-identity-providers.md
CREATE OR REPLACE FUNCTION public.request_kyc_erasure() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE kyc_applicants SET erase_due_at = now(), poll_due_at = NULL, partner_id = NEW.partner_id
    WHERE user_id = NEW.id AND erased_at IS NULL;
  RETURN NULL;
END
$$;
