-- Journals that the operator posts: one administrator requests, another one confirms.
-- docs/decisions/0053-operator-postings.md

-- The journal types that are posted in this way alone, and how many legs each may have.
CREATE TABLE operator_posting_kinds (
    "kind" TEXT NOT NULL,
    "max_legs" SMALLINT NOT NULL,
    CONSTRAINT "operator_posting_kinds_pkey" PRIMARY KEY ("kind")
);
INSERT INTO operator_posting_kinds VALUES
  ('network_payment', 2), ('network_receipt', 2), ('fee_withdrawal', 2), ('treasury_transfer', 3),
  ('capital_contribution', 2), ('capital_withdrawal', 2), ('cost_payment', 2), ('correction', 2), ('service_correction', 2);

-- A request, and what became of it. An open request whose time is over is shown as expired and cannot be posted.
CREATE TABLE operator_postings (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "partner_id" TEXT,
    "card_id" TEXT,
    "legs" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "reference" TEXT,
    "requested_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "decision_reason" TEXT,
    CONSTRAINT "operator_postings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "operator_postings_kind" FOREIGN KEY (kind) REFERENCES operator_posting_kinds (kind),
    CONSTRAINT "operator_postings_partner" FOREIGN KEY (partner_id) REFERENCES partners (id),
    CONSTRAINT "operator_postings_card" FOREIGN KEY (card_id, partner_id) REFERENCES cards (id, partner_id),
    CONSTRAINT "operator_postings_requested_by_person" FOREIGN KEY (requested_by) REFERENCES people (id),
    CONSTRAINT "operator_postings_decided_by_person" FOREIGN KEY (decided_by) REFERENCES people (id),
    CONSTRAINT "operator_postings_status" CHECK (status IN ('pending', 'posted', 'rejected', 'cancelled')),
    CONSTRAINT "operator_postings_reason" CHECK (btrim(reason) <> ''),
    CONSTRAINT "operator_postings_expiry" CHECK (expires_at > created_at AND expires_at <= created_at + interval '30 days'),
    -- Posted and rejected by another person than the one who requested it; cancelled by that one.
    CONSTRAINT "operator_postings_two_people" CHECK (
      CASE status WHEN 'pending' THEN decided_by IS NULL
        WHEN 'cancelled' THEN decided_by IS NOT NULL AND decided_by = requested_by
        ELSE decided_by IS NOT NULL AND decided_by <> requested_by END
      AND (decided_by IS NULL) = (decided_at IS NULL))
);
CREATE INDEX "operator_postings_status_id_idx" ON "operator_postings"("status", "id" DESC);

CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON operator_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_posting_kinds
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON operator_posting_kinds TO partner_wallet_app;
GRANT SELECT, INSERT, UPDATE ON operator_postings TO partner_wallet_app;

INSERT INTO state_changes VALUES ('operator_postings', 'pending', 'posted'),
  ('operator_postings', 'pending', 'rejected'), ('operator_postings', 'pending', 'cancelled');
CREATE TRIGGER first_state BEFORE INSERT ON operator_postings FOR EACH ROW
  WHEN (NEW.status <> 'pending') EXECUTE FUNCTION refuse_first_state();
CREATE TRIGGER legal_state BEFORE UPDATE OF status ON operator_postings FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_state_change();
-- The second person confirms what the first one requested: nothing of a request changes, and nothing of a decision.
CREATE TRIGGER fixed_terms BEFORE UPDATE ON operator_postings FOR EACH ROW
  WHEN (OLD.status <> 'pending' OR (OLD.id, OLD.kind, OLD.partner_id, OLD.card_id, OLD.legs, OLD.reason, OLD.reference,
      OLD.requested_by, OLD.created_at, OLD.expires_at)
    IS DISTINCT FROM (NEW.id, NEW.kind, NEW.partner_id, NEW.card_id, NEW.legs, NEW.reason, NEW.reference,
      NEW.requested_by, NEW.created_at, NEW.expires_at))
  EXECUTE FUNCTION refuse_fixed_change();

-- Whether a person may request and confirm operator postings, now.
CREATE FUNCTION may_administer(p people) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN p.partner_id IS NULL AND p.role = 'admin' AND p.disabled_at IS NULL;

CREATE FUNCTION operator_posting_legs(posting operator_postings)
  RETURNS TABLE (account text, amount bigint) LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT l.account, l.amount FROM jsonb_to_recordset(posting.legs) l (account text, amount bigint)
$$;

-- A request is made by an administrator and has legs that can be posted. What changed since it was read is PW001.
CREATE FUNCTION check_posting_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  broken text;
BEGIN
  PERFORM FROM people p WHERE p.id = NEW.requested_by AND may_administer(p) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% may not request operator postings', NEW.requested_by USING ERRCODE = 'PW001';
  END IF;
  SELECT l.account INTO broken FROM operator_posting_legs(NEW) l
    LEFT JOIN ledger.rules r ON r.journal_type = NEW.kind AND r.account_kind = split_part(l.account, ':', 1)
      AND r.direction = sign(l.amount)
    LEFT JOIN ledger.accounts a ON a.id = l.account
    WHERE r.direction IS NULL OR (r.account_kind IN ('wallet', 'card') AND (a.partner_id = NEW.partner_id) IS NOT TRUE)
      OR (r.account_kind = 'card' AND (a.card_id = NEW.card_id) IS NOT TRUE)
    LIMIT 1;
  IF FOUND OR (SELECT (count(*) BETWEEN 2 AND (SELECT max_legs FROM operator_posting_kinds WHERE kind = NEW.kind)
      AND count(DISTINCT account) = count(*) AND sum(amount) = 0) IS NOT TRUE FROM operator_posting_legs(NEW)) THEN
    RAISE EXCEPTION 'operator posting % may not have these legs: %', NEW.id, broken USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER legal_request BEFORE INSERT ON operator_postings FOR EACH ROW EXECUTE FUNCTION check_posting_request();

-- A decision is made by an administrator, and a posting while the request is open and who requested it is one as well.
CREATE FUNCTION check_posting_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  given bigint;
BEGIN
  SELECT count(*) INTO given FROM (
    SELECT FROM people p WHERE may_administer(p)
      AND (p.id = NEW.decided_by OR (p.id = NEW.requested_by AND NEW.status = 'posted'))
    ORDER BY p.id FOR SHARE) deciders;
  IF given < (CASE NEW.status WHEN 'posted' THEN 2 ELSE 1 END) THEN
    RAISE EXCEPTION 'operator posting % is not decided by administrators', NEW.id USING ERRCODE = 'PW001';
  END IF;
  IF NEW.status = 'posted' AND clock_timestamp() >= NEW.expires_at THEN
    RAISE EXCEPTION 'the request of operator posting % has expired', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER legal_decision BEFORE UPDATE OF status ON operator_postings FOR EACH ROW
  WHEN (NEW.status <> 'pending') EXECUTE FUNCTION check_posting_decision();

-- A posting that is posted has its journal, and a journal of these types its posted request, with those legs.
CREATE FUNCTION check_operator_posting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF TG_TABLE_NAME = 'operator_postings' THEN
    IF NOT EXISTS (SELECT FROM ledger.journals WHERE type = NEW.kind AND source_id = NEW.id) THEN
      RAISE EXCEPTION 'operator posting % has no journal', NEW.id USING ERRCODE = 'PW003';
    END IF;
  ELSIF NOT EXISTS (
    SELECT FROM operator_postings p
    WHERE p.id = NEW.source_id COLLATE "default" AND p.kind = NEW.type AND p.status = 'posted' AND p.partner_id IS NOT DISTINCT FROM NEW.partner_id
      AND (SELECT array_agg((account, amount) ORDER BY account) FROM operator_posting_legs(p))
        = (SELECT array_agg((account_id, amount_micro_usd) ORDER BY account_id) FROM ledger.entries WHERE journal_id = NEW.id)
  ) THEN
    RAISE EXCEPTION 'journal % is not what two administrators decided', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER posting_has_its_journal AFTER INSERT OR UPDATE ON operator_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'posted') EXECUTE FUNCTION check_operator_posting();
CREATE CONSTRAINT TRIGGER journal_has_its_posting AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.type IN ('network_payment', 'network_receipt', 'fee_withdrawal', 'treasury_transfer', 'capital_contribution',
    'capital_withdrawal', 'cost_payment', 'correction', 'service_correction'))
  EXECUTE FUNCTION check_operator_posting();

-- Nobody takes out more fees than were earned, or more capital than was paid in. These accounts keep no balance, so
-- postings wait for each other here, at the commit, when they hold every other lock that they need.
CREATE FUNCTION operator_posting_lock() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 53;

CREATE FUNCTION ledger.service_balance(account text) RETURNS bigint LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT (coalesce((SELECT balance_micro_usd FROM ledger.hours WHERE line = account ORDER BY ended_at DESC LIMIT 1), 0)
    + coalesce((SELECT sum(amount_micro_usd) FROM ledger.entries
        WHERE account_id = account AND created_at >= (SELECT ended_at FROM ledger.hours_end)), 0))::bigint
$$;

CREATE FUNCTION check_posting_floor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  overdrawn text;
BEGIN
  PERFORM pg_advisory_xact_lock(operator_posting_lock());
  SELECT l.account INTO overdrawn FROM operator_posting_legs(NEW) l
    WHERE l.account IN ('fees', 'capital') AND l.amount < 0 AND ledger.service_balance(l.account) < 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'operator posting % takes more from % than it has', NEW.id, overdrawn USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER not_below_zero AFTER UPDATE ON operator_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status = 'posted') EXECUTE FUNCTION check_posting_floor();

-- A card's correction stands in the card's list, under the posting's id as its reference, and nothing else does: a credit
-- as a refund, a debit as a withdrawal.
ALTER TABLE card_transactions DROP CONSTRAINT card_transactions_category;
ALTER TABLE card_transactions ADD CONSTRAINT card_transactions_category CHECK (
  category IN ('authorization', 'reversal', 'cross_border_fee', 'refund', 'card_withdrawal', 'liquidation', 'correction'));
CREATE UNIQUE INDEX "card_transactions_correction_key" ON "card_transactions"("reference") WHERE category = 'correction';

CREATE FUNCTION check_card_correction() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  posting text;
  stray bigint;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN posting := NEW.source_id; ELSE posting := NEW.reference; END IF;
  SELECT count(*) INTO stray
    FROM (SELECT a.card_id, a.partner_id, e.amount_micro_usd FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id
        JOIN ledger.accounts a ON a.id = e.account_id AND a.kind = 'card'
        WHERE j.type = 'correction' AND j.source_id = posting) moved
      FULL JOIN (SELECT * FROM card_transactions WHERE category = 'correction' AND reference = posting) t
        ON t.card_id = moved.card_id AND t.partner_id = moved.partner_id
    WHERE (t.amount_micro_usd, t.type, t.status) IS DISTINCT FROM
      (abs(moved.amount_micro_usd), CASE WHEN moved.amount_micro_usd > 0 THEN 'refund' ELSE 'withdrawal' END,
        CASE WHEN moved.amount_micro_usd > 0 THEN 'reversed' ELSE 'settled' END);
  IF posting IS NULL OR stray > 0 THEN
    RAISE EXCEPTION 'correction % is not as it moved in the list of its card', posting USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER correction_is_listed AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'correction') EXECUTE FUNCTION check_card_correction();
CREATE CONSTRAINT TRIGGER correction_has_its_journal AFTER INSERT OR UPDATE ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.category = 'correction') EXECUTE FUNCTION check_card_correction();
