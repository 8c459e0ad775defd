-- Real card issuers: they keep number and CVV of their cards, know the cardholders, and learn the status of a card from a
-- queue of updates that the transaction fills which changes the card.

ALTER TABLE users ADD COLUMN birth_date date;

ALTER TABLE cards ALTER COLUMN number_sealed DROP NOT NULL, ALTER COLUMN cvv_sealed DROP NOT NULL,
  ADD COLUMN issuer text NOT NULL DEFAULT 'sandbox';
ALTER TABLE cards
  ADD CONSTRAINT cards_issuer CHECK (issuer IN ('sandbox', 'stripe', 'lithic')),
  -- Number and CVV of a real issuer's card are never stored.
  ADD CONSTRAINT cards_secrets CHECK (num_nonnulls(number_sealed, cvv_sealed) = CASE issuer WHEN 'sandbox' THEN 2 ELSE 0 END);
-- The sandbox promises no unique ids.
CREATE UNIQUE INDEX cards_issuer_issuer_card_id_key ON cards(issuer, issuer_card_id) WHERE issuer <> 'sandbox';

CREATE TABLE issuer_cardholders (
  issuer text NOT NULL,
  user_id text NOT NULL,
  cardholder_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT issuer_cardholders_pkey PRIMARY KEY (user_id, issuer),
  CONSTRAINT issuer_cardholders_user FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE issuer_updates (
  issuer text NOT NULL,
  kind text NOT NULL,
  issuer_id text NOT NULL,
  status text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  request_key text,
  created_at timestamptz(3) NOT NULL,
  due_at timestamptz(3),
  leased_until timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  delivered_at timestamptz(3),
  refused_at timestamptz(3),
  failure text,
  CONSTRAINT issuer_updates_pkey PRIMARY KEY (issuer, kind, issuer_id),
  CONSTRAINT issuer_updates_status CHECK (status = ANY (CASE kind WHEN 'card' THEN '{active,frozen,terminated}'::text[]
    WHEN 'cardholder' THEN '{inactive}'::text[] END)),
  CONSTRAINT issuer_updates_outcome CHECK (num_nonnulls(due_at, delivered_at, refused_at) = 1)
);
CREATE INDEX issuer_updates_due_at_idx ON issuer_updates(due_at) WHERE due_at IS NOT NULL;
CREATE INDEX issuer_updates_refused_at_idx ON issuer_updates(refused_at) WHERE refused_at IS NOT NULL;
CREATE INDEX issuer_updates_request_key_idx ON issuer_updates(request_key) WHERE request_key IS NOT NULL;

GRANT SELECT, INSERT ON issuer_cardholders TO partner_wallet_app;
GRANT SELECT, INSERT, UPDATE ON issuer_updates TO partner_wallet_app;

-- Returns the advisory lock of cards at an issuer: a card is either stored or given up, whichever takes the lock first.
CREATE OR REPLACE FUNCTION public.issuer_card_lock() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 34;

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

-- Trigger: the new status of a card at a real issuer is delivered to the issuer. The update is queued in the transaction
-- that changes the card, whatever changes it. A newer status replaces one that is not delivered yet; the lease stays,
-- so that an older request under way cannot overtake the newer one.
CREATE OR REPLACE FUNCTION public.queue_card_status() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO issuer_updates AS u (issuer, kind, issuer_id, status, created_at, due_at)
    VALUES (NEW.issuer, 'card', NEW.issuer_card_id, NEW.status, now(), now())
    ON CONFLICT (issuer, kind, issuer_id) DO UPDATE SET status = excluded.status, version = u.version + 1,
      created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, delivered_at = NULL, refused_at = NULL,
      failure = NULL;
  RETURN NULL;
END
$$;

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

-- Removes the birth date of a deleted user, and the personal data from cards, webhook events and their attempts. The
-- second call changes nothing. Source: docs/decisions/0047-data-of-deleted-users.md
CREATE OR REPLACE FUNCTION public.mask_user(deleted_id text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  owner text;
  masked text[];
BEGIN
  SELECT partner_id INTO STRICT owner FROM users WHERE id = deleted_id AND deleted_at IS NOT NULL;
  UPDATE users SET birth_date = NULL WHERE id = deleted_id AND birth_date IS NOT NULL;
  UPDATE cards SET card_name = 'Deleted user' WHERE user_id = deleted_id;
  masked := ARRAY(SELECT id FROM webhook_events
    WHERE partner_id = owner AND resource_id = deleted_id AND type = 'user.kyc-event' ORDER BY id);
  -- Recording an attempt locks its delivery: the attempt is either found here, or finds that the user is deleted.
  PERFORM FROM webhook_deliveries WHERE event_id = ANY (masked) ORDER BY event_id FOR UPDATE;
  UPDATE webhook_attempts SET response_body = '' WHERE partner_id = owner AND event_id = ANY (masked) AND response_body <> '';
  -- The fields stay, because the contract names them.
  UPDATE webhook_events e SET body = json_build_object(
      'event', b.body -> 'event', 'timestamp', b.body -> 'timestamp',
      'data', (SELECT json_object_agg(d.key,
          CASE WHEN d.key IN ('serviceId', 'status') THEN d.value ELSE to_json(''::text) END)
        FROM json_each(b.body -> 'data') d))::text
    FROM (SELECT id, body::json AS body FROM webhook_events WHERE id = ANY (masked)) b
    WHERE e.id = b.id;
END
$$;

CREATE TRIGGER check_new_card BEFORE INSERT ON cards FOR EACH ROW EXECUTE FUNCTION check_new_card();
-- Before the counters, which every transaction locks last: triggers run in the order of their names.
CREATE TRIGGER a_queue_card_status AFTER UPDATE OF status ON cards FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.issuer <> 'sandbox') EXECUTE FUNCTION queue_card_status();
CREATE TRIGGER a_queue_cardholder_end AFTER UPDATE OF deleted_at ON users FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION queue_cardholder_end();
CREATE TRIGGER queue_cardholder_end AFTER INSERT ON issuer_cardholders FOR EACH ROW
  WHEN (NEW.issuer <> 'sandbox') EXECUTE FUNCTION queue_cardholder_end();
