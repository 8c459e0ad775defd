-- A partner can require a second person of its own for withdrawals above an amount, before they reach the operator.
-- docs/decisions/0106-a-second-person-of-the-partner.md

CREATE TABLE partner_approval_rules (
  partner_id text NOT NULL,
  above_micro_usd bigint,
  next_above_micro_usd bigint,
  next_by text,
  next_at timestamptz(3),
  changed_by text NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  version integer NOT NULL,
  CONSTRAINT partner_approval_rules_pkey PRIMARY KEY (partner_id),
  CONSTRAINT partner_approval_rules_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT partner_approval_rules_next_by FOREIGN KEY (next_by) REFERENCES people(id),
  CONSTRAINT partner_approval_rules_changed_by FOREIGN KEY (changed_by) REFERENCES people(id),
  CONSTRAINT partner_approval_rules_amounts CHECK (above_micro_usd >= 0 AND next_above_micro_usd >= 0),
  CONSTRAINT partner_approval_rules_next
    CHECK ((next_by IS NULL) = (next_at IS NULL) AND (next_by IS NOT NULL OR next_above_micro_usd IS NULL)),
  CONSTRAINT partner_approval_rules_version CHECK (version > 0)
);
COMMENT ON TABLE partner_approval_rules IS 'Above which amount a second person of the partner must approve a withdrawal; a partner without a row has no such rule.';
COMMENT ON COLUMN partner_approval_rules.above_micro_usd IS 'Null: never.';
COMMENT ON COLUMN partner_approval_rules.next_by IS 'The owner who requested next_above_micro_usd, a looser rule that another owner must confirm; null: none was requested.';
COMMENT ON COLUMN partner_approval_rules.version IS 'Increased by every change.';

CREATE TABLE partner_approvals (
  withdrawal_id text NOT NULL,
  partner_id text NOT NULL,
  requested_by text,
  is_by_key boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  approved_by text,
  approved_at timestamptz(3),
  CONSTRAINT partner_approvals_pkey PRIMARY KEY (withdrawal_id),
  CONSTRAINT partner_approvals_withdrawal FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id),
  CONSTRAINT partner_approvals_requested_by FOREIGN KEY (requested_by) REFERENCES people(id),
  CONSTRAINT partner_approvals_approved_by FOREIGN KEY (approved_by) REFERENCES people(id),
  CONSTRAINT partner_approvals_approved CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
  CONSTRAINT partner_approvals_requested CHECK (is_by_key OR requested_by IS NOT NULL)
);
CREATE INDEX partner_approvals_partner_id_withdrawal_id_idx ON partner_approvals (partner_id, withdrawal_id);
COMMENT ON TABLE partner_approvals IS 'The withdrawals that a second person of the partner must approve, by the rule at the time of the request.';
COMMENT ON COLUMN partner_approvals.requested_by IS 'The person who requested it, or who made the API key that did; null: nobody is known.';
COMMENT ON COLUMN partner_approvals.approved_by IS 'Counts while the person may approve (may_approve_own).';

GRANT SELECT, INSERT, UPDATE ON partner_approval_rules, partner_approvals TO partner_wallet_app;

-- Returns whether a person of a partner may approve a withdrawal that waits for a second person of the partner: another owner
-- than who requested it. One that an API key requested counts as of the person who made the key, unless the partner has no
-- other owner. Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.may_approve_own(person people, waiting partner_approvals) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT person.partner_id = waiting.partner_id AND person.role = 'owner' AND person.disabled_at IS NULL
    AND (person.id IS DISTINCT FROM waiting.requested_by OR (waiting.is_by_key AND NOT EXISTS (SELECT FROM people o
      WHERE o.partner_id = waiting.partner_id AND o.role = 'owner' AND o.disabled_at IS NULL AND o.id <> person.id)))
$$;

-- Returns whether a withdrawal waits for a second person of its partner. An approval counts only while its author may still
-- approve.
CREATE OR REPLACE FUNCTION public.awaits_partner(withdrawal text) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM partner_approvals a LEFT JOIN people p ON p.id = a.approved_by
    WHERE a.withdrawal_id = withdrawal AND NOT coalesce(may_approve_own(p, a), false))
$$;

-- Records the approval of a withdrawal by a second person of its partner. Returns 'done', or why nothing was changed: 'unknown'
-- (also of another partner), 'not_pending', 'not_needed', 'not_allowed'. The withdrawal is locked, so that a cancellation and a
-- decision of the operator come before or after.
CREATE OR REPLACE FUNCTION public.approve_own_withdrawal(withdrawal text, partner text, person text, at timestamptz) RETURNS text
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  found_status text;
  waiting partner_approvals;
BEGIN
  SELECT status INTO found_status FROM withdrawals WHERE id = withdrawal AND partner_id = partner FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN 'unknown';
  ELSIF found_status <> 'pending' THEN
    RETURN 'not_pending';
  END IF;
  -- A change of the partner's people comes before or after.
  PERFORM FROM partners WHERE id = partner FOR SHARE;
  SELECT * INTO waiting FROM partner_approvals WHERE withdrawal_id = withdrawal FOR UPDATE;
  IF NOT FOUND OR NOT awaits_partner(withdrawal) THEN
    RETURN 'not_needed';
  ELSIF NOT EXISTS (SELECT FROM people p WHERE p.id = person AND may_approve_own(p, waiting)) THEN
    RETURN 'not_allowed';
  END IF;
  UPDATE partner_approvals SET approved_by = person, approved_at = at WHERE withdrawal_id = withdrawal;
  RETURN 'done';
END
$$;

-- Trigger: a withdrawal waits for a second person of its own partner, and only a person who may approve it does, while it is
-- pending and no approval counts. Nothing else of the row changes.
CREATE OR REPLACE FUNCTION public.check_partner_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM withdrawals w WHERE w.id = NEW.withdrawal_id AND w.partner_id = NEW.partner_id AND w.status = 'pending' FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'withdrawal % of partner % is not pending', NEW.withdrawal_id, NEW.partner_id USING ERRCODE = 'PW003';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.approved_by IS NOT NULL THEN
      RAISE EXCEPTION 'withdrawal % starts without an approval of its partner', NEW.withdrawal_id USING ERRCODE = 'PW003';
    END IF;
    RETURN NEW;
  END IF;
  IF (OLD.withdrawal_id, OLD.partner_id, OLD.requested_by, OLD.is_by_key, OLD.created_at)
      IS DISTINCT FROM (NEW.withdrawal_id, NEW.partner_id, NEW.requested_by, NEW.is_by_key, NEW.created_at)
      OR NOT awaits_partner(OLD.withdrawal_id) OR NOT EXISTS (
        SELECT FROM people p WHERE p.id = NEW.approved_by AND may_approve_own(p, NEW)) THEN
    RAISE EXCEPTION '% does not approve withdrawal % for its partner', NEW.approved_by, NEW.withdrawal_id USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger at the commit: a new withdrawal above the partner's own amount waits for a second person of the partner. PW001 when the
-- amount was set meanwhile: read and decide again.
CREATE OR REPLACE FUNCTION public.check_partner_rule() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM FROM partner_approval_rules r WHERE r.partner_id = NEW.partner_id AND NEW.amount_micro_usd > r.above_micro_usd FOR SHARE;
  IF FOUND AND NOT EXISTS (SELECT FROM partner_approvals a WHERE a.withdrawal_id = NEW.id) THEN
    RAISE EXCEPTION 'withdrawal % needs a second person of its partner', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: an owner changes the amount above which a second person of the partner must approve. Where the partner has another
-- owner, the amount is raised or removed only as one owner requested at most 72 hours before and another one confirms: PW028
-- otherwise. Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.check_partner_rule_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM partners WHERE id = NEW.partner_id FOR SHARE;
  PERFORM FROM people p WHERE p.id = NEW.changed_by AND p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% is no owner of partner %', NEW.changed_by, NEW.partner_id USING ERRCODE = 'PW003';
  END IF;
  IF TG_OP = 'INSERT' OR OLD.above_micro_usd IS NULL OR NEW.above_micro_usd <= OLD.above_micro_usd THEN
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT FROM people p WHERE p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL
        AND p.id <> NEW.changed_by)
      AND NOT (coalesce(OLD.next_by <> NEW.changed_by, false) AND OLD.next_above_micro_usd IS NOT DISTINCT FROM NEW.above_micro_usd
        AND OLD.next_at > NEW.changed_at - interval '72 hours' AND EXISTS (SELECT FROM people p WHERE p.id = OLD.next_by
          AND p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL)) THEN
    RAISE EXCEPTION 'another owner of partner % must confirm this change', NEW.partner_id USING ERRCODE = 'PW028';
  END IF;
  RETURN NEW;
END
$$;

-- Queues an e-mail to those who may approve withdrawals, a minute later, one for all withdrawals of that minute: the message says
-- how many are pending when it is sent. An earlier one that is due within 30 seconds is not counted on, because it may be sent
-- before this transaction ends. No unique key makes this exact, because concurrent withdrawals would wait for each other: at
-- worst two messages say the same.
CREATE OR REPLACE FUNCTION public.mail_pending_withdrawal(at timestamptz) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'withdrawal_pending', 'withdrawals', '{}', at, interval '1 minute', interval '1 day')
    FROM people p WHERE p.partner_id IS NULL AND may_approve(p) AND NOT EXISTS (
      SELECT FROM mail_outbox m WHERE m.person_id = p.id AND m.kind = 'withdrawal_pending'
        AND m.due_at > at + interval '30 seconds' AND m.attempts = 0);
END
$$;

-- Trigger: those who may approve a new withdrawal get an e-mail, unless it waits for a second person of its partner first.
CREATE OR REPLACE FUNCTION public.mail_new_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM partner_approval_rules r WHERE r.partner_id = NEW.partner_id AND NEW.amount_micro_usd > r.above_micro_usd;
  IF NOT FOUND THEN
    PERFORM mail_pending_withdrawal(NEW.created_at);
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: the people of a partner who may approve a withdrawal get an e-mail when it begins to wait for them; the operator's
-- when one of them approved it.
CREATE OR REPLACE FUNCTION public.mail_partner_approval() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM mail_pending_withdrawal(NEW.approved_at);
    RETURN NULL;
  END IF;
  PERFORM queue_mail(p, 'withdrawal_own_approval', 'withdrawals', jsonb_strip_nulls(jsonb_build_object('withdrawalId', w.id,
      'amountMicroUsd', w.amount_micro_usd::text, 'feeMicroUsd', w.fee_micro_usd::text, 'toAddress', w.to_address,
      'requestedBy', CASE WHEN NOT NEW.is_by_key THEN (SELECT name FROM people WHERE id = NEW.requested_by) END)),
    NEW.created_at, interval '0', interval '3 days')
    FROM people p, withdrawals w WHERE p.partner_id = NEW.partner_id AND w.id = NEW.withdrawal_id AND may_approve_own(p, NEW);
  RETURN NULL;
END
$$;

-- Trigger at the commit: an approved withdrawal has an approval of a person who may approve; above the partner's amount
-- it has two of independent people (obstacle_as_second). A second person of the partner has approved it where one must. The rows are locked, so a change of the amount or of a role
-- comes before or after.
CREATE OR REPLACE FUNCTION public.check_second_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  needed bigint;
  given bigint;
  are_two boolean;
BEGIN
  PERFORM FROM people p JOIN partner_approvals a ON a.approved_by = p.id WHERE a.withdrawal_id = NEW.id FOR SHARE OF p;
  IF awaits_partner(NEW.id) THEN
    RAISE EXCEPTION 'withdrawal % waits for a second person of its partner', NEW.id USING ERRCODE = 'PW001';
  END IF;
  SELECT CASE WHEN NEW.amount_micro_usd > p.second_approval_above_micro_usd THEN 2 ELSE 1 END INTO needed
    FROM partners p WHERE p.id = NEW.partner_id FOR SHARE;
  WITH approvers AS MATERIALIZED (
    SELECT p AS person, a.created_at AS at FROM withdrawal_approvals a JOIN people p ON p.id = a.person_id
    WHERE a.withdrawal_id = NEW.id AND may_approve(p) FOR SHARE OF p)
  SELECT (SELECT count(*) FROM approvers), EXISTS (SELECT FROM approvers one, approvers other
      WHERE obstacle_as_second(one.person, other.person, NEW.created_at, one.at) IS NULL
        AND obstacle_as_second(other.person, one.person, NEW.created_at, other.at) IS NULL)
    INTO given, are_two;
  IF given < needed OR (needed = 2 AND NOT are_two) THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals of independent people and has %', NEW.id, needed, given
      USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;

-- Inserts the rows of a change set, table by table in a fixed order. PW003 for a table that is not one of them.
CREATE OR REPLACE FUNCTION public.commit_inserts(added jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tables CONSTANT text[] := '{partners,deposit_addresses,users,deleted_users,kyc_sessions,sandbox_kyc_outcomes,cards,network_transactions,card_transactions,network_messages,card_disputes,
    withdrawals,partner_approvals,withdrawal_approvals,withdrawal_screenings,deposits,deposit_releases,operator_postings,audit_entries,alerts}';
BEGIN
  IF added - tables <> '{}' THEN
    RAISE EXCEPTION 'rows for unknown tables' USING ERRCODE = 'PW003';
  END IF;
  IF added ? 'partners' THEN
    INSERT INTO partners SELECT * FROM jsonb_populate_recordset(NULL::partners, added -> 'partners');
  END IF;
  IF added ? 'deposit_addresses' THEN
    INSERT INTO deposit_addresses SELECT * FROM jsonb_populate_recordset(NULL::deposit_addresses, added -> 'deposit_addresses');
  END IF;
  IF added ? 'users' THEN
    INSERT INTO users SELECT * FROM jsonb_populate_recordset(NULL::users, added -> 'users');
  END IF;
  IF added ? 'deleted_users' THEN
    INSERT INTO deleted_users SELECT * FROM jsonb_populate_recordset(NULL::deleted_users, added -> 'deleted_users')
      ON CONFLICT (partner_id, email_hash) DO UPDATE SET status = excluded.status, deleted_at = excluded.deleted_at;
  END IF;
  IF added ? 'kyc_sessions' THEN
    INSERT INTO kyc_sessions SELECT * FROM jsonb_populate_recordset(NULL::kyc_sessions, added -> 'kyc_sessions');
  END IF;
  IF added ? 'sandbox_kyc_outcomes' THEN
    INSERT INTO sandbox_kyc_outcomes
      SELECT * FROM jsonb_populate_recordset(NULL::sandbox_kyc_outcomes, added -> 'sandbox_kyc_outcomes');
  END IF;
  IF added ? 'cards' THEN
    INSERT INTO cards SELECT * FROM jsonb_populate_recordset(NULL::cards, added -> 'cards');
  END IF;
  IF added ? 'network_transactions' THEN
    INSERT INTO network_transactions
      SELECT * FROM jsonb_populate_recordset(NULL::network_transactions, added -> 'network_transactions');
  END IF;
  IF added ? 'card_transactions' THEN
    INSERT INTO card_transactions SELECT * FROM jsonb_populate_recordset(NULL::card_transactions, added -> 'card_transactions');
  END IF;
  IF added ? 'network_messages' THEN
    INSERT INTO network_messages SELECT * FROM jsonb_populate_recordset(NULL::network_messages, added -> 'network_messages');
  END IF;
  IF added ? 'card_disputes' THEN
    INSERT INTO card_disputes SELECT * FROM jsonb_populate_recordset(NULL::card_disputes, added -> 'card_disputes');
  END IF;
  IF added ? 'withdrawals' THEN
    INSERT INTO withdrawals SELECT * FROM jsonb_populate_recordset(NULL::withdrawals, added -> 'withdrawals');
  END IF;
  IF added ? 'partner_approvals' THEN
    INSERT INTO partner_approvals SELECT * FROM jsonb_populate_recordset(NULL::partner_approvals, added -> 'partner_approvals');
  END IF;
  IF added ? 'withdrawal_approvals' THEN
    INSERT INTO withdrawal_approvals
      SELECT * FROM jsonb_populate_recordset(NULL::withdrawal_approvals, added -> 'withdrawal_approvals');
  END IF;
  IF added ? 'withdrawal_screenings' THEN
    INSERT INTO withdrawal_screenings
      SELECT * FROM jsonb_populate_recordset(NULL::withdrawal_screenings, added -> 'withdrawal_screenings');
  END IF;
  IF added ? 'deposits' THEN
    INSERT INTO deposits SELECT * FROM jsonb_populate_recordset(NULL::deposits, added -> 'deposits');
  END IF;
  IF added ? 'deposit_releases' THEN
    INSERT INTO deposit_releases SELECT * FROM jsonb_populate_recordset(NULL::deposit_releases, added -> 'deposit_releases');
  END IF;
  IF added ? 'operator_postings' THEN
    INSERT INTO operator_postings SELECT * FROM jsonb_populate_recordset(NULL::operator_postings, added -> 'operator_postings');
  END IF;
  IF added ? 'audit_entries' THEN
    INSERT INTO audit_entries SELECT * FROM jsonb_populate_recordset(NULL::audit_entries, added -> 'audit_entries');
  END IF;
  IF added ? 'alerts' THEN
    INSERT INTO alerts SELECT * FROM jsonb_populate_recordset(NULL::alerts, added -> 'alerts')
      ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO NOTHING;
  END IF;
END
$$;

CREATE TRIGGER legal_approval BEFORE INSERT OR UPDATE ON partner_approvals FOR EACH ROW EXECUTE FUNCTION check_partner_approval();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON partner_approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_change();
CREATE TRIGGER mail_partner_approval AFTER INSERT OR UPDATE ON partner_approvals FOR EACH ROW EXECUTE FUNCTION mail_partner_approval();
CREATE TRIGGER legal_change BEFORE INSERT OR UPDATE ON partner_approval_rules FOR EACH ROW EXECUTE FUNCTION check_partner_rule_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON partner_approval_rules
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_change();
-- Deferred, for the row of the second person comes after the withdrawal.
CREATE CONSTRAINT TRIGGER waits_for_partner AFTER INSERT ON withdrawals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_partner_rule();
