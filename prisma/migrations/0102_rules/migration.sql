-- What the rows outside the ledger may look like, and how they may change: states, paired rows and journals, and who may decide.
-- Functions name pg_temp last in their search path: unnamed it comes first, and a temporary table could stand in for a real one.

-- Returns whether a person may approve withdrawals, now.
CREATE OR REPLACE FUNCTION public.may_approve(p people) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN p.partner_id IS NULL AND p.role IN ('admin', 'approver') AND p.disabled_at IS NULL;

-- Returns whether a person may request and confirm operator postings, now.
CREATE OR REPLACE FUNCTION public.may_administer(p people) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN p.partner_id IS NULL AND p.role = 'admin' AND p.disabled_at IS NULL;

-- Returns whether a person with a role may hold an API key with these scopes. lib/auth/scopes.ts has the same table.
CREATE OR REPLACE FUNCTION public.may_grant_scopes(role text, scopes text[]) RETURNS boolean LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp
  RETURN scopes <@ CASE role
    WHEN 'owner' THEN '{read,users,cards,card_data,money_out,webhooks}'::text[]
    WHEN 'developer' THEN '{read,users,cards,webhooks}'::text[]
    ELSE '{}'::text[] END;

-- Returns the line of an operator: the person who let them in first. Two people of one line may be one human with two
-- accounts.
CREATE OR REPLACE FUNCTION public.line_of(p people) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN coalesce(p.sponsor_id, p.id);

-- Returns whether what a person decides at an instant counts where two are needed, for what was requested at another
-- instant: the person had the role by then, and the delay for new approvers is over.
CREATE OR REPLACE FUNCTION public.counts_as_second(p people, requested_at timestamptz, at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp
  RETURN may_approve(p) AND p.role_since <= requested_at AND p.approves_from <= at;

-- Returns why what one operator decides at an instant does not count as the decision of a second, independent person,
-- for what was requested at another instant and decided or requested by another operator: 'own', 'same_line' or
-- 'too_new'. Null when it counts. Source: docs/decisions/0045-one-administrator-is-not-two.md
CREATE OR REPLACE FUNCTION public.obstacle_as_second(p people, other people, requested_at timestamptz, at timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN CASE WHEN p.id = other.id THEN 'own' WHEN line_of(p) = line_of(other) THEN 'same_line'
    WHEN NOT counts_as_second(p, requested_at, at) THEN 'too_new' END;

-- Returns whether the login has the rights of the owner of a table, as migrations, maintenance and tests have.
CREATE OR REPLACE FUNCTION public.is_owner_of(tested regclass) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT pg_has_role(current_user, c.relowner, 'USAGE') FROM pg_class c WHERE c.oid = tested
$$;

-- Returns whether a person may invite and change the people of a partner, or of the operator when partner is null:
-- owners those of their partner; admins the operator's, and the owners whom they invite to a partner. `person` is null
-- for the command line, which invites the first two independent administrators.
CREATE OR REPLACE FUNCTION public.leads_people_of(partner text, person text) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN person IS NULL THEN partner IS NULL AND 2 > (
      SELECT count(DISTINCT line_of(p)) FROM people p
      WHERE p.partner_id IS NULL AND p.role = 'admin' AND p.disabled_at IS NULL)
    ELSE EXISTS (SELECT FROM people p WHERE p.id = person AND p.disabled_at IS NULL
      AND CASE WHEN p.partner_id IS NULL THEN p.role = 'admin' ELSE p.role = 'owner' AND p.partner_id = partner END)
    END
$$;

-- Returns whether two administrators decide who approves and how many must: as soon as some partner's withdrawals need
-- two.
CREATE OR REPLACE FUNCTION public.two_administrators_needed() RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM partners WHERE second_approval_above_micro_usd IS NOT NULL)
$$;

-- Returns whether this transaction confirmed an administrator's request of this kind, target and content. The content
-- may name the person who confirmed it (confirmedBy).
CREATE OR REPLACE FUNCTION public.is_confirmed_now(kind text, target text, content jsonb) RETURNS boolean LANGUAGE sql VOLATILE
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM admin_requests r WHERE r.kind = $1 AND r.target_id = $2
    AND r.details || jsonb_build_object('confirmedBy', r.confirmed_by) @> $3
    AND r.confirmed_at IS NOT NULL AND r.xmin = pg_current_xact_id()::xid)
$$;

-- Returns the legs of an operator posting as rows, amounts in micro-USD.
CREATE OR REPLACE FUNCTION public.operator_posting_legs(posting operator_postings)
  RETURNS TABLE (account text, amount bigint) LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT l.account, l.amount FROM jsonb_to_recordset(posting.legs) l (account text, amount bigint)
$$;

-- Returns the advisory lock under which operator postings are committed one after another.
CREATE OR REPLACE FUNCTION public.operator_posting_lock() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 53;

-- Returns a posted operator posting that has booked one of the chain transactions of these legs in the same account, or
-- null. The letter case of a hash does not matter.
CREATE OR REPLACE FUNCTION public.posting_of_same_transaction(asked_legs jsonb, own_id text) RETURNS text LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT o.id FROM jsonb_to_recordset(asked_legs) l (account text, reference text)
    JOIN operator_postings o ON o.status = 'posted' AND o.id IS DISTINCT FROM own_id
      AND lower(o.legs::text)::jsonb
        @> jsonb_build_array(jsonb_build_object('account', lower(l.account), 'reference', lower(l.reference)))
    WHERE l.account LIKE 'custody:%' AND l.reference IS NOT NULL
    LIMIT 1
$$;

-- Trigger: an admin makes a request, and it is open then; it ends once and does not change otherwise. PW027: the person
-- who confirms is not a second administrator for it.
CREATE OR REPLACE FUNCTION public.check_admin_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.confirmed_at IS NOT NULL OR NEW.cancelled_at IS NOT NULL OR NOT leads_people_of(NULL, NEW.requested_by) THEN
      RAISE EXCEPTION 'a request is made by an admin and open' USING ERRCODE = 'PW003';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.confirmed_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL
      OR (OLD.id, OLD.kind, OLD.target_id, OLD.details, OLD.requested_by, OLD.created_at, OLD.expires_at)
        IS DISTINCT FROM (NEW.id, NEW.kind, NEW.target_id, NEW.details, NEW.requested_by, NEW.created_at, NEW.expires_at) THEN
    RAISE EXCEPTION 'a request of an admin is fixed' USING ERRCODE = 'PW003';
  END IF;
  IF NEW.confirmed_at IS NOT NULL THEN
    PERFORM FROM people p JOIN people r ON r.id = NEW.requested_by
      WHERE p.id = NEW.confirmed_by AND leads_people_of(NULL, p.id) AND leads_people_of(NULL, r.id)
        AND obstacle_as_second(p, r, NEW.created_at, NEW.confirmed_at) IS NULL
        AND NEW.confirmed_at < NEW.expires_at FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION '% does not confirm request %', NEW.confirmed_by, NEW.id USING ERRCODE = 'PW027';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- Trigger: an approval is given by a person who may approve, while the withdrawal is pending or with the step that the
-- approval allows. PW001 when something has changed since it was read: read and decide again.
CREATE OR REPLACE FUNCTION public.check_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM people p WHERE p.id = NEW.person_id AND may_approve(p) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% may not approve withdrawals', NEW.person_id USING ERRCODE = 'PW001';
  END IF;
  PERFORM FROM withdrawals w WHERE w.id = NEW.withdrawal_id
    AND (w.status = 'pending' OR (w.status = 'approved' AND w.approved_at = NEW.created_at)) FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'withdrawal % waits for no approval', NEW.withdrawal_id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger at the commit: a correction of a card is in the list of the card under the id of its posting: a credit as a
-- refund, a debit as a withdrawal, with the amount that its journal moved.
CREATE OR REPLACE FUNCTION public.check_card_correction() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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

-- Trigger: the journals that take money off cards are in the lists of their cards, with the amounts that they moved. It
-- checks all journals of a call at once, and has no settings of its own: it runs with those of ledger.post, because
-- every card funding would pay for setting them again.
CREATE OR REPLACE FUNCTION public.check_card_debits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stray text;
BEGIN
  -- All is found by its key alone (OFFSET 0): the planner would look through all that ever moved the card, too. Of a
  -- journal each entry on a card counts, for it may have several.
  SELECT n.id INTO stray
    FROM new_journals n
      LEFT JOIN LATERAL (
        SELECT * FROM public.card_transactions WHERE id = n.source_id COLLATE "default" OFFSET 0) t ON true
      CROSS JOIN LATERAL (
        SELECT bool_and((account_id, amount_micro_usd) = ('card:' || t.card_id, -t.amount_micro_usd))
          FILTER (WHERE account_id LIKE 'card:%') AS is_listed
        FROM ledger.entries WHERE journal_id = n.id) e
    WHERE n.type IN ('card_withdrawal', 'liquidation', 'cross_border_fee')
      AND (e.is_listed IS NOT TRUE
        OR (t.category, t.partner_id, t.status) IS DISTINCT FROM (n.type, n.partner_id, 'settled'))
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % is not as it moved in the list of its card', stray USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit: each deposit has its journal, whose source names the transfer, and each deposit journal its
-- deposit. A deposit that is held is in suspense, and no other deposit is.
CREATE OR REPLACE FUNCTION public.check_deposit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  source text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN
    source := NEW.source_id;
  ELSE
    source := format('%s:%s:%s', NEW.chain, NEW.tx_hash, NEW.ordinal);
  END IF;
  IF NOT EXISTS (
    SELECT FROM deposits d
      JOIN ledger.journals j ON j.type = 'deposit' AND j.source_id = source
      JOIN ledger.entries e ON e.journal_id = j.id AND e.amount_micro_usd = d.amount_micro_usd
        AND e.account_id = CASE WHEN d.partner_id IS NULL THEN 'suspense' ELSE coalesce('card:' || d.card_id, 'wallet:' || d.partner_id) END
      JOIN ledger.entries c ON c.journal_id = j.id AND c.account_id = format('custody:%s:%s', d.chain, d.token)
    WHERE d.chain = split_part(source, ':', 1) AND d.tx_hash = split_part(source, ':', 2)
      AND d.ordinal::text = split_part(source, ':', 3) AND j.leg_count = 2
  ) THEN
    RAISE EXCEPTION 'deposit % and its journal differ', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit: what is held on a card and what was settled is what the journals of the authorization say, all
-- of one card and one partner.
CREATE OR REPLACE FUNCTION public.check_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  t card_transactions;
  source text;
  held bigint;
  settled bigint;
  strange bigint;
BEGIN
  -- The journals of an authorisation carry its id, those of partial reversals its id and ':' and a number. Ids are of
  -- one length: no other stands in the range that is looked at below.
  IF TG_TABLE_NAME = 'journals' THEN source := split_part(NEW.source_id, ':', 1); ELSE source := NEW.id; END IF;
  SELECT * INTO t FROM card_transactions WHERE id = source AND category = 'authorization';
  SELECT coalesce(sum(e.amount_micro_usd) FILTER (WHERE a.kind = 'hold'), 0),
      coalesce(sum(e.amount_micro_usd) FILTER (WHERE a.kind = 'network'), 0),
      count(*) FILTER (WHERE a.card_id <> t.card_id OR a.partner_id <> t.partner_id)
    INTO held, settled, strange
    FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id JOIN ledger.accounts a ON a.id = e.account_id
    WHERE j.type IN ('authorization', 'reversal', 'settlement')
      AND j.source_id >= source AND j.source_id < source || ';' AND split_part(j.source_id, ':', 1) = source;
  IF t.id IS NULL OR strange > 0 OR held <> t.held_micro_usd
      OR settled <> (CASE t.status WHEN 'settled' THEN t.amount_micro_usd ELSE 0 END) THEN
    RAISE EXCEPTION 'card transaction % (% % of %) and its journals differ: held %, settled %, elsewhere %',
      source, t.status, t.held_micro_usd, t.amount_micro_usd, held, settled, strange USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: a person who makes an API key gives it no scope that the person may not grant. The row lock makes the new key
-- visible to a concurrent demotion or removal. PW026: the person may not make this key.
CREATE OR REPLACE FUNCTION public.check_key_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM people p WHERE p.id = NEW.created_by AND p.partner_id = NEW.partner_id AND p.disabled_at IS NULL
    AND may_grant_scopes(p.role, NEW.scopes) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% may not make this key', NEW.created_by USING ERRCODE = 'PW026';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger: an entry that moves a wallet is in the list of the wallet, with its amount and direction.
CREATE OR REPLACE FUNCTION public.check_listed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM wallet_transactions WHERE journal_id = NEW.journal_id
      AND 'wallet:' || partner_id = NEW.account_id
      AND NEW.amount_micro_usd = CASE type WHEN 'credit' THEN amount_micro_usd ELSE -amount_micro_usd END) THEN
    RAISE EXCEPTION 'journal % moves % and is not in its list', NEW.journal_id, NEW.account_id USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: a row in the list of a card that says that money left it has its journal. The journal was compared with the
-- row when it was posted (check_card_debits), and fixed_terms keeps the row from changing since.
CREATE OR REPLACE FUNCTION public.check_listed_debit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.journals WHERE type = NEW.category AND source_id = NEW.id) THEN
    RAISE EXCEPTION 'card transaction % (%) has no journal', NEW.id, NEW.category USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: refuses the application an operator who did not accept an invitation in this transaction, and every change of
-- the columns that decide who counts as a second administrator. A promotion of an auditor sets the two dates, never in
-- the past. Source: docs/decisions/0055-operators-come-by-invitation.md
CREATE OR REPLACE FUNCTION public.check_operator() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  -- The clock of the service may be behind the clock of the database.
  earliest CONSTANT timestamptz := now() - interval '15 minutes';
BEGIN
  IF is_owner_of(TG_RELID) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM invitations i LEFT JOIN people inviter ON inviter.id = i.invited_by
      WHERE i.partner_id IS NULL AND i.recovers IS NULL AND i.email_key = NEW.email_key AND i.role = NEW.role
        AND i.accepted_at = NEW.created_at AND i.xmin = pg_current_xact_id()::xid
        AND NEW.sponsor_id IS NOT DISTINCT FROM (CASE WHEN inviter.id IS NOT NULL THEN line_of(inviter) END);
    IF NOT FOUND THEN
      RAISE EXCEPTION 'operator % did not accept an invitation to this role, of this line, in this transaction', NEW.id
        USING ERRCODE = 'PW003';
    END IF;
  ELSIF (OLD.id, OLD.partner_id, OLD.sponsor_id, OLD.created_at)
      IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.sponsor_id, NEW.created_at) THEN
    RAISE EXCEPTION 'who let operator % in, and when, does not change', OLD.id USING ERRCODE = 'PW003';
  ELSIF OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL THEN
    RAISE EXCEPTION 'operator % was removed and comes back by an invitation only', OLD.id USING ERRCODE = 'PW003';
  ELSIF (OLD.role_since, OLD.approves_from) IS NOT DISTINCT FROM (NEW.role_since, NEW.approves_from) THEN
    RETURN NEW;
  ELSIF OLD.role <> 'auditor' OR NEW.role = 'auditor' THEN
    RAISE EXCEPTION 'since when the approvals of operator % count changes with a promotion only', OLD.id
      USING ERRCODE = 'PW003';
  END IF;
  IF NEW.role_since < earliest OR NEW.approves_from < NEW.role_since THEN
    RAISE EXCEPTION 'the approvals of operator % may not count from before the person had the role', NEW.id
      USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger: refuses the application an invitation to the operator's people whose inviter may not invite, that is not open
-- when it is made, or that is accepted too late. Source: docs/decisions/0055-operators-come-by-invitation.md
CREATE OR REPLACE FUNCTION public.check_operator_invitation() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF is_owner_of(TG_RELID) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' AND (NEW.accepted_at IS NOT NULL OR NEW.revoked_at IS NOT NULL) THEN
    RAISE EXCEPTION 'invitation % must be open when it is made', NEW.id USING ERRCODE = 'PW003';
  END IF;
  IF NOT leads_people_of(NULL, NEW.invited_by) THEN
    RAISE EXCEPTION 'who made invitation % may not invite operators', NEW.id USING ERRCODE = 'PW003';
  END IF;
  IF NEW.accepted_at >= NEW.expires_at THEN
    RAISE EXCEPTION 'invitation % has expired', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger at the commit: an operator posting that is posted has its journal, and a journal of these types its posted
-- request, with exactly these legs.
CREATE OR REPLACE FUNCTION public.check_operator_posting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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

-- Trigger: administrators decide operator postings. A posting needs two who are independent of each other
-- (obstacle_as_second), and a decision before the request expires. The time of the decision counts, with which the
-- service decided, and not the clock of the database: near the expiry the two would differ, and the service would try
-- again in vain.
CREATE OR REPLACE FUNCTION public.check_posting_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  given bigint;
  obstacle text;
BEGIN
  WITH deciders AS MATERIALIZED (
    SELECT p AS person, p.id FROM people p WHERE may_administer(p)
      AND (p.id = NEW.decided_by OR (p.id = NEW.requested_by AND NEW.status = 'posted'))
    ORDER BY p.id FOR SHARE)
  SELECT (SELECT count(*) FROM deciders), (SELECT obstacle_as_second(d.person, r.person, NEW.created_at, NEW.decided_at)
      FROM deciders d, deciders r WHERE d.id = NEW.decided_by AND r.id = NEW.requested_by)
    INTO given, obstacle;
  IF given < (CASE NEW.status WHEN 'posted' THEN 2 ELSE 1 END) THEN
    RAISE EXCEPTION 'operator posting % is not decided by administrators', NEW.id USING ERRCODE = 'PW001';
  END IF;
  IF NEW.status = 'posted' AND obstacle IS NOT NULL THEN
    RAISE EXCEPTION 'operator posting % is not decided by two independent administrators', NEW.id USING ERRCODE = 'PW001';
  END IF;
  IF NEW.status = 'posted' AND NEW.decided_at >= NEW.expires_at THEN
    RAISE EXCEPTION 'the request of operator posting % has expired', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger at the commit: nobody takes out more fees than were earned, or more capital than was paid in. These accounts
-- keep no balance, so postings wait for each other here, when they hold every other lock that they need.
CREATE OR REPLACE FUNCTION public.check_posting_floor() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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

-- Trigger at the commit: a chain transaction is booked once in an account. Postings wait for each other here, so of two
-- the second one sees the first.
CREATE OR REPLACE FUNCTION public.check_posting_references() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  earlier text;
BEGIN
  PERFORM pg_advisory_xact_lock(operator_posting_lock());
  earlier := posting_of_same_transaction(NEW.legs, NEW.id);
  IF earlier IS NOT NULL THEN
    RAISE EXCEPTION 'operator posting % has booked a chain transaction of %', earlier, NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: an administrator requests an operator posting, with legs that ledger.rules allow its kind. PW001 when
-- something has changed since it was read.
CREATE OR REPLACE FUNCTION public.check_posting_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

-- Trigger at the commit: a refund is a row and a journal of one amount on one card, of a settled transaction of that
-- card.
CREATE OR REPLACE FUNCTION public.check_refund() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  source text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN source := NEW.source_id; ELSE source := NEW.id; END IF;
  -- By keys alone, as above: this was planned to read all refunds, and all that ever moved the card.
  IF NOT EXISTS (
    SELECT FROM (SELECT * FROM card_transactions WHERE id = source OFFSET 0) t
      JOIN card_transactions o ON o.id = t.original_id
      JOIN ledger.journals j ON j.type = 'refund' AND j.source_id = source
      CROSS JOIN LATERAL (
        SELECT bool_or((account_id, amount_micro_usd) = ('card:' || t.card_id, t.amount_micro_usd)) AS is_listed
        FROM ledger.entries WHERE journal_id = j.id) e
    WHERE j.leg_count = 2 AND e.is_listed
      AND (t.category, t.partner_id) IS NOT DISTINCT FROM ('refund', j.partner_id)
      AND (o.card_id, o.category, o.status) IS NOT DISTINCT FROM (t.card_id, 'authorization', 'settled')
  ) THEN
    RAISE EXCEPTION 'refund % and its journal differ', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit: the refunded amount of a card transaction is the sum of its refunds.
CREATE OR REPLACE FUNCTION public.check_refunded() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  original text := CASE NEW.category WHEN 'refund' THEN NEW.original_id ELSE NEW.id END;
BEGIN
  IF (SELECT refunded_micro_usd FROM card_transactions WHERE id = original) IS DISTINCT FROM
      (SELECT coalesce(sum(amount_micro_usd), 0) FROM card_transactions WHERE original_id = original AND category = 'refund') THEN
    RAISE EXCEPTION 'card transaction % and its refunds differ', original USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit: each release of a held deposit has its journal and each such journal its release: all of one
-- held deposit, to the wallet of the partner whose address it came to.
CREATE OR REPLACE FUNCTION public.check_release() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  deposit text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN deposit := NEW.source_id; ELSE deposit := NEW.deposit_id; END IF;
  IF NOT EXISTS (
    SELECT FROM deposit_releases r JOIN deposits d ON d.id = r.deposit_id
      JOIN deposit_addresses a ON lower(a.address) = lower(d.to_address) AND a.partner_id = r.partner_id
      JOIN ledger.journals h ON h.type = 'deposit' AND h.source_id = format('%s:%s:%s', d.chain, d.tx_hash, d.ordinal)
      JOIN ledger.entries held ON held.journal_id = h.id AND held.account_id = 'suspense'
      JOIN ledger.journals j ON j.type = 'deposit_release' AND j.source_id = r.deposit_id AND j.leg_count = 2
      JOIN ledger.entries w ON w.journal_id = j.id AND w.account_id = 'wallet:' || r.partner_id
        AND w.amount_micro_usd = d.amount_micro_usd
    WHERE r.deposit_id = deposit
  ) THEN
    RAISE EXCEPTION 'the release of deposit % and its journal differ', deposit USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: a held deposit is credited by a person who may approve withdrawals, now. PW001 when something has changed
-- since it was read.
CREATE OR REPLACE FUNCTION public.check_releaser() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM people p WHERE p.id = NEW.person_id AND may_approve(p) FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% may not credit held deposits', NEW.person_id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger at the commit: each reversal is a row and a journal of one amount on one card. The source of the journal is
-- the id of the authorization, ':' and the number of the reversal; the id of the row has that number behind '_rev', and
-- none for the first.
CREATE OR REPLACE FUNCTION public.check_reversal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  original text;
  number text;
  row_id text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN
    original := split_part(NEW.source_id, ':', 1);
    number := split_part(NEW.source_id, ':', 2);
    row_id := original || '_rev' || CASE number WHEN '1' THEN '' ELSE number END;
  ELSE
    row_id := NEW.id;
    original := NEW.original_id;
    number := coalesce(nullif(substring(NEW.id FROM '_rev(\d*)$'), ''), '1');
  END IF;
  -- By keys alone (OFFSET 0), as in check_refund.
  IF NOT EXISTS (
    SELECT FROM (SELECT * FROM card_transactions WHERE id = row_id OFFSET 0) t
      JOIN card_transactions o ON o.id = t.original_id
      JOIN ledger.journals j ON j.type = 'reversal' AND j.source_id = original || ':' || number
      CROSS JOIN LATERAL (
        SELECT bool_and((account_id, amount_micro_usd) = ('card:' || t.card_id, t.amount_micro_usd))
          FILTER (WHERE account_id LIKE 'card:%') AS is_listed
        FROM ledger.entries WHERE journal_id = j.id) e
    WHERE e.is_listed AND t.id = original || '_rev' || CASE number WHEN '1' THEN '' ELSE number END
      AND (t.category, t.partner_id, t.status, t.original_id)
        IS NOT DISTINCT FROM ('reversal', j.partner_id, 'reversed', original)
      AND (o.card_id, o.category, o.type) IS NOT DISTINCT FROM (t.card_id, 'authorization', t.type)
  ) THEN
    RAISE EXCEPTION 'reversal % and its journal differ', row_id USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit: an approved withdrawal has an approval of a person who may approve; above the partner's amount
-- it has two of independent people (obstacle_as_second). The rows are locked, so a change of the amount or of a role
-- comes before or after.
CREATE OR REPLACE FUNCTION public.check_second_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  needed bigint;
  given bigint;
  are_two boolean;
BEGIN
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

-- Trigger: a status changes only as the table state_changes says.
CREATE OR REPLACE FUNCTION public.check_state_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM state_changes
      WHERE entity = TG_TABLE_NAME AND from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION '% may not go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = 'PW003';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger: the account of a terminated card keeps no balance, whatever is posted to it later.
CREATE OR REPLACE FUNCTION public.check_terminated_accounts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  card text;
BEGIN
  -- OFFSET 0: each card is looked up by its key, whatever the planner thinks of a table that is still short.
  SELECT c.id INTO card
    FROM new_accounts n CROSS JOIN LATERAL (
      SELECT id FROM cards WHERE id = n.card_id AND status = 'terminated' OFFSET 0) c
    WHERE n.kind = 'card' AND n.balance_micro_usd <> 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'terminated card % has a balance', card USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit: a card that is terminated has no balance.
CREATE OR REPLACE FUNCTION public.check_terminated_card() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  -- Whoever credits the card holds this lock until the commit: neither passes unseen by the other.
  PERFORM ledger.lock(ARRAY['card:' || NEW.id]);
  IF EXISTS (
    SELECT FROM cards c JOIN ledger.accounts a ON a.id = 'card:' || c.id
    WHERE c.id = NEW.id AND c.status = 'terminated' AND a.balance_micro_usd <> 0
  ) THEN
    RAISE EXCEPTION 'terminated card % has a balance', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: a row in the list of a wallet says what its journal moved in that wallet.
CREATE OR REPLACE FUNCTION public.check_wallet_transactions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  stray text;
BEGIN
  -- By the journal's key alone: the planner would look through all that ever moved the wallet, too.
  SELECT n.id INTO stray
    FROM new_rows n CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE account_id = 'wallet:' || n.partner_id
        AND amount_micro_usd = CASE n.type WHEN 'credit' THEN n.amount_micro_usd ELSE -n.amount_micro_usd END) AS moves
      FROM ledger.entries WHERE journal_id = n.journal_id) e
    WHERE e.moves = 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'wallet transaction % is not what its journal moved', stray USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit, from both sides: a withdrawal has exactly the journals of its status, and its journals belong
-- to a withdrawal in that status, of the same amount and partner. Deferred triggers run without the settings of
-- commit_work, so generic plans are set here as well.
CREATE OR REPLACE FUNCTION public.check_withdrawal_journals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  w withdrawals;
  source text;
  posted text[];
  expected text[];
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN source := NEW.source_id; ELSE source := NEW.id; END IF;
  SELECT * INTO w FROM withdrawals WHERE id = source;
  SELECT coalesce(array_agg(type ORDER BY type), '{}') INTO posted FROM ledger.journals
    WHERE source_id = source AND type IN ('withdrawal', 'withdrawal_completed', 'withdrawal_refund');
  expected := CASE
    WHEN w.status IN ('pending', 'approved') THEN '{withdrawal}'
    WHEN w.status = 'completed' THEN '{withdrawal,withdrawal_completed}'
    WHEN w.status IN ('cancelled', 'rejected', 'failed') THEN '{withdrawal,withdrawal_refund}'
    ELSE '{}' END;
  IF posted IS DISTINCT FROM expected THEN
    RAISE EXCEPTION 'withdrawal % is % and has the journals %', source, w.status, posted USING ERRCODE = 'PW003';
  END IF;
  -- All of it, of this partner: the wallet's legs are the partner's because its journals are.
  IF EXISTS (
    SELECT FROM ledger.journals j JOIN ledger.entries e ON e.journal_id = j.id JOIN ledger.accounts a ON a.id = e.account_id
    WHERE j.source_id = source AND j.type IN ('withdrawal', 'withdrawal_completed', 'withdrawal_refund')
      AND (j.partner_id IS DISTINCT FROM w.partner_id OR abs(e.amount_micro_usd) <> CASE a.kind
        WHEN 'fees' THEN w.fee_micro_usd
        WHEN 'custody' THEN w.amount_micro_usd - w.fee_micro_usd
        ELSE w.amount_micro_usd END)
  ) THEN
    RAISE EXCEPTION 'withdrawal % and its journals differ in amount or partner', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: sets since when an operator has the role, and from when approvals count: 24 hours later unless the service
-- says otherwise. It runs for a new operator and for an auditor who is promoted.
CREATE OR REPLACE FUNCTION public.date_operator_role() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.role_since := NEW.created_at;
    NEW.approves_from := coalesce(NEW.approves_from, NEW.created_at + interval '24 hours');
  ELSIF NEW.role_since IS NOT DISTINCT FROM OLD.role_since THEN
    NEW.role_since := now();
    NEW.approves_from := now() + interval '24 hours';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger: the unused links of `npm run invite-operator` end for good as soon as two independent administrators exist,
-- so that a forgotten link does not work again when one of the two is removed. Source:
-- docs/decisions/0045-one-administrator-is-not-two.md
CREATE OR REPLACE FUNCTION public.end_command_line_invitations() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- Of two who come in at once the second one sees the first. Who accepts an invitation has this lock already.
  PERFORM lock_people_of(NULL);
  IF NOT leads_people_of(NULL, NULL) THEN
    UPDATE invitations SET revoked_at = now()
      WHERE partner_id IS NULL AND invited_by IS NULL AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: refuses a row that does not begin in the first status of its table.
CREATE OR REPLACE FUNCTION public.refuse_first_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% may not begin as %', TG_TABLE_NAME, NEW.status USING ERRCODE = 'PW003';
END
$$;

-- Trigger: refuses a change of what a row was made with.
CREATE OR REPLACE FUNCTION public.refuse_fixed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%: what it was made with is fixed', TG_TABLE_NAME USING ERRCODE = 'PW003';
END
$$;

-- Trigger: refuses a change of the scopes or the maker of an API key.
CREATE OR REPLACE FUNCTION public.refuse_key_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the scopes and the maker of a key are fixed' USING ERRCODE = 'PW003';
END
$$;

-- Trigger: as soon as some partner needs two approvals, a second administrator must have confirmed this change in this
-- transaction. PW028 otherwise. Source: docs/decisions/0045-one-administrator-is-not-two.md
CREATE OR REPLACE FUNCTION public.require_second_administrator() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  is_confirmed boolean;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'partners' THEN
      is_confirmed := is_confirmed_now('second_approval', NEW.id,
        jsonb_build_object('toMicroUsd', NEW.second_approval_above_micro_usd::text));
    WHEN 'invitations' THEN
      is_confirmed := NOT two_administrators_needed() OR is_confirmed_now('operator_invitation', NEW.email_key,
        jsonb_build_object('role', NEW.role, 'confirmedBy', NEW.invited_by));
    WHEN 'people' THEN
      is_confirmed := NOT two_administrators_needed() OR is_confirmed_now('operator_role', NEW.id,
        jsonb_build_object('role', NEW.role));
  END CASE;
  IF NOT is_confirmed THEN
    RAISE EXCEPTION 'a second administrator must confirm this change of %', TG_TABLE_NAME USING ERRCODE = 'PW028';
  END IF;
  RETURN NEW;
END
$$;

-- prisma/sql/public.state_changes.csv
INSERT INTO state_changes (entity, from_status, to_status) VALUES
  ('cards', 'active', 'frozen'), ('cards', 'frozen', 'active'), ('cards', 'active', 'terminated'),
  ('cards', 'frozen', 'terminated'),
  ('withdrawals', 'pending', 'approved'), ('withdrawals', 'pending', 'rejected'),
  ('withdrawals', 'pending', 'cancelled'), ('withdrawals', 'approved', 'completed'),
  ('withdrawals', 'approved', 'failed'),
  ('card_transactions', 'authorized', 'settled'), ('card_transactions', 'authorized', 'reversed'),
  ('users', 'pending', 'pending_kyc'), ('users', 'pending', 'approved'), ('users', 'pending', 'denied'),
  ('users', 'pending_kyc', 'approved'), ('users', 'pending_kyc', 'denied'), ('users', 'approved', 'denied'),
  ('users', 'denied', 'approved'), ('users', 'approved', 'pending_kyc'), ('users', 'denied', 'pending_kyc'),
  ('operator_postings', 'pending', 'posted'), ('operator_postings', 'pending', 'rejected'),
  ('operator_postings', 'pending', 'cancelled');

-- prisma/sql/public.operator_posting_kinds.csv
INSERT INTO operator_posting_kinds (kind, max_legs) VALUES
  ('network_payment', 2), ('network_receipt', 2), ('fee_withdrawal', 2), ('treasury_transfer', 3),
  ('capital_contribution', 2), ('capital_withdrawal', 2), ('cost_payment', 2), ('correction', 2),
  ('service_correction', 2);

-- Triggers of cards
CREATE TRIGGER legal_state BEFORE UPDATE OF status ON cards FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_state_change();
CREATE TRIGGER first_state BEFORE INSERT ON cards FOR EACH ROW
  WHEN (NEW.status <> 'active') EXECUTE FUNCTION refuse_first_state();
CREATE TRIGGER fixed_terms BEFORE UPDATE ON cards FOR EACH ROW
  WHEN ((OLD.id, OLD.partner_id, OLD.user_id, OLD.funding_type, OLD.deposit_address)
    IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.user_id, NEW.funding_type, NEW.deposit_address))
  EXECUTE FUNCTION refuse_fixed_change();
CREATE CONSTRAINT TRIGGER terminated_is_empty AFTER UPDATE OF status ON cards
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'terminated') EXECUTE FUNCTION check_terminated_card();

-- Triggers of card_transactions
CREATE TRIGGER legal_state BEFORE UPDATE OF status ON card_transactions FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_state_change();
-- A settlement and a partial reversal change the amount; what is final keeps it.
CREATE TRIGGER fixed_terms BEFORE UPDATE ON card_transactions FOR EACH ROW
  WHEN ((OLD.id, OLD.partner_id, OLD.card_id, OLD.category, OLD.original_id, OLD.created_at)
      IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.card_id, NEW.category, NEW.original_id, NEW.created_at)
    OR (OLD.status <> 'authorized' AND OLD.amount_micro_usd <> NEW.amount_micro_usd))
  EXECUTE FUNCTION refuse_fixed_change();
CREATE CONSTRAINT TRIGGER transaction_has_its_hold AFTER INSERT OR UPDATE ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.category = 'authorization') EXECUTE FUNCTION check_hold();
CREATE CONSTRAINT TRIGGER refund_has_its_journal AFTER INSERT OR UPDATE ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.category = 'refund') EXECUTE FUNCTION check_refund();
CREATE CONSTRAINT TRIGGER refunded_is_its_refunds AFTER INSERT OR UPDATE ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.category = 'refund' OR NEW.refunded_micro_usd > 0)
  EXECUTE FUNCTION check_refunded();
CREATE CONSTRAINT TRIGGER debit_has_its_journal AFTER INSERT ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.category IN ('card_withdrawal', 'liquidation', 'cross_border_fee')) EXECUTE FUNCTION check_listed_debit();
CREATE CONSTRAINT TRIGGER reversal_has_its_journal AFTER INSERT ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.category = 'reversal') EXECUTE FUNCTION check_reversal();
CREATE CONSTRAINT TRIGGER correction_has_its_journal AFTER INSERT OR UPDATE ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.category = 'correction') EXECUTE FUNCTION check_card_correction();

-- Triggers of ledger.accounts
CREATE TRIGGER terminated_is_empty AFTER UPDATE ON ledger.accounts
  REFERENCING NEW TABLE AS new_accounts FOR EACH STATEMENT EXECUTE FUNCTION check_terminated_accounts();

-- Triggers of ledger.journals
CREATE CONSTRAINT TRIGGER journal_has_its_withdrawal AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.type IN ('withdrawal', 'withdrawal_completed', 'withdrawal_refund'))
  EXECUTE FUNCTION check_withdrawal_journals();
CREATE CONSTRAINT TRIGGER hold_has_its_transaction AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type IN ('authorization', 'reversal', 'settlement'))
  EXECUTE FUNCTION check_hold();
CREATE CONSTRAINT TRIGGER journal_has_its_refund AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'refund') EXECUTE FUNCTION check_refund();
CREATE CONSTRAINT TRIGGER journal_has_its_deposit AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'deposit') EXECUTE FUNCTION check_deposit();
CREATE CONSTRAINT TRIGGER journal_has_its_release AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'deposit_release') EXECUTE FUNCTION check_release();
CREATE TRIGGER debits_are_listed AFTER INSERT ON ledger.journals
  REFERENCING NEW TABLE AS new_journals FOR EACH STATEMENT EXECUTE FUNCTION check_card_debits();
CREATE CONSTRAINT TRIGGER journal_has_its_reversal AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'reversal') EXECUTE FUNCTION check_reversal();
CREATE CONSTRAINT TRIGGER journal_has_its_posting AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.type IN ('network_payment', 'network_receipt', 'fee_withdrawal', 'treasury_transfer', 'capital_contribution',
    'capital_withdrawal', 'cost_payment', 'correction', 'service_correction'))
  EXECUTE FUNCTION check_operator_posting();
CREATE CONSTRAINT TRIGGER correction_is_listed AFTER INSERT ON ledger.journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'correction') EXECUTE FUNCTION check_card_correction();

-- Triggers of ledger.entries
-- Deferred, for a row of the list comes after its journal.
CREATE CONSTRAINT TRIGGER listed AFTER INSERT ON ledger.entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.account_id LIKE 'wallet:%') EXECUTE FUNCTION check_listed();

-- Triggers of partners
CREATE TRIGGER loosened_by_two BEFORE UPDATE OF second_approval_above_micro_usd ON partners FOR EACH ROW
  WHEN (OLD.second_approval_above_micro_usd IS NOT NULL AND (NEW.second_approval_above_micro_usd IS NULL
    OR NEW.second_approval_above_micro_usd > OLD.second_approval_above_micro_usd))
  EXECUTE FUNCTION require_second_administrator();

-- Triggers of api_keys
CREATE TRIGGER legal_maker BEFORE INSERT ON api_keys FOR EACH ROW WHEN (NEW.created_by IS NOT NULL)
  EXECUTE FUNCTION check_key_maker();
CREATE TRIGGER fixed_rights BEFORE UPDATE ON api_keys FOR EACH ROW
  WHEN (OLD.scopes IS DISTINCT FROM NEW.scopes OR OLD.created_by IS DISTINCT FROM NEW.created_by)
  EXECUTE FUNCTION refuse_key_change();

-- Triggers of people
CREATE TRIGGER date_new_operator BEFORE INSERT ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION date_operator_role();
CREATE TRIGGER date_promotion BEFORE UPDATE OF role ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NULL AND OLD.role = 'auditor' AND NEW.role <> 'auditor') EXECUTE FUNCTION date_operator_role();
CREATE TRIGGER raised_by_two BEFORE UPDATE OF role ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NULL AND OLD.disabled_at IS NULL AND NEW.role <> OLD.role AND NEW.role <> 'auditor'
    AND OLD.role <> 'admin')
  EXECUTE FUNCTION require_second_administrator();
CREATE TRIGGER ends_command_line_invitations AFTER INSERT OR UPDATE OF role ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NULL AND NEW.role = 'admin' AND NEW.disabled_at IS NULL)
  EXECUTE FUNCTION end_command_line_invitations();
-- After date_new_operator and date_promotion, which set the dates: triggers of one event run in the order of their names.
CREATE TRIGGER legal_new_operator BEFORE INSERT ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION check_operator();
CREATE TRIGGER legal_operator BEFORE UPDATE ON people FOR EACH ROW
  WHEN (OLD.partner_id IS NULL OR NEW.partner_id IS NULL) EXECUTE FUNCTION check_operator();

-- Triggers of users
CREATE TRIGGER legal_state BEFORE UPDATE OF status ON users FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_state_change();

-- Triggers of wallet_transactions
CREATE TRIGGER moved AFTER INSERT ON wallet_transactions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION check_wallet_transactions();

-- Triggers of withdrawals
CREATE TRIGGER legal_state BEFORE UPDATE OF status ON withdrawals FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_state_change();
CREATE TRIGGER first_state BEFORE INSERT ON withdrawals FOR EACH ROW
  WHEN (NEW.status <> 'pending') EXECUTE FUNCTION refuse_first_state();
CREATE TRIGGER fixed_terms BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN ((OLD.id, OLD.partner_id, OLD.amount_micro_usd, OLD.fee_micro_usd, OLD.to_address, OLD.created_at)
    IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.amount_micro_usd, NEW.fee_micro_usd, NEW.to_address, NEW.created_at))
  EXECUTE FUNCTION refuse_fixed_change();
CREATE CONSTRAINT TRIGGER withdrawal_has_its_journals AFTER INSERT OR UPDATE ON withdrawals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_withdrawal_journals();
CREATE CONSTRAINT TRIGGER approved_by_enough AFTER UPDATE OF status ON withdrawals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status = 'approved') EXECUTE FUNCTION check_second_approval();

-- Triggers of deposits
CREATE CONSTRAINT TRIGGER deposit_has_its_journal AFTER INSERT ON deposits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_deposit();

-- Triggers of payouts
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payouts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_change();

-- Triggers of invitations
CREATE TRIGGER invited_by_two BEFORE INSERT ON invitations FOR EACH ROW
  WHEN (NEW.partner_id IS NULL AND NEW.invited_by IS NOT NULL AND NEW.recovers IS NULL AND NEW.role <> 'auditor')
  EXECUTE FUNCTION require_second_administrator();
CREATE TRIGGER legal_new_invitation BEFORE INSERT ON invitations FOR EACH ROW
  WHEN (NEW.partner_id IS NULL) EXECUTE FUNCTION check_operator_invitation();
CREATE TRIGGER legal_acceptance BEFORE UPDATE OF accepted_at ON invitations FOR EACH ROW
  WHEN (NEW.partner_id IS NULL AND NEW.accepted_at IS NOT NULL) EXECUTE FUNCTION check_operator_invitation();
-- An invitation ends once; nothing else of it changes.
CREATE TRIGGER fixed_terms BEFORE UPDATE ON invitations FOR EACH ROW
  WHEN (OLD.accepted_at IS NOT NULL OR OLD.revoked_at IS NOT NULL
    OR (OLD.id, OLD.partner_id, OLD.email, OLD.email_key, OLD.role, OLD.token_hash, OLD.invited_by, OLD.recovers,
      OLD.created_at, OLD.expires_at)
    IS DISTINCT FROM (NEW.id, NEW.partner_id, NEW.email, NEW.email_key, NEW.role, NEW.token_hash, NEW.invited_by,
      NEW.recovers, NEW.created_at, NEW.expires_at))
  EXECUTE FUNCTION refuse_fixed_change();

-- Triggers of withdrawal_approvals
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON withdrawal_approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_change();
CREATE TRIGGER legal_approval BEFORE INSERT ON withdrawal_approvals FOR EACH ROW EXECUTE FUNCTION check_approval();

-- Triggers of deposit_releases
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_releases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_change();
CREATE TRIGGER legal_release BEFORE INSERT ON deposit_releases FOR EACH ROW EXECUTE FUNCTION check_releaser();
CREATE CONSTRAINT TRIGGER release_has_its_journal AFTER INSERT ON deposit_releases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_release();

-- Triggers of admin_requests
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON admin_requests
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_change();
CREATE TRIGGER legal_request BEFORE INSERT OR UPDATE ON admin_requests FOR EACH ROW EXECUTE FUNCTION check_admin_request();

-- Triggers of operator_postings
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
CREATE TRIGGER legal_request BEFORE INSERT ON operator_postings FOR EACH ROW EXECUTE FUNCTION check_posting_request();
CREATE TRIGGER legal_decision BEFORE UPDATE OF status ON operator_postings FOR EACH ROW
  WHEN (NEW.status <> 'pending') EXECUTE FUNCTION check_posting_decision();
CREATE CONSTRAINT TRIGGER posting_has_its_journal AFTER INSERT OR UPDATE ON operator_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'posted') EXECUTE FUNCTION check_operator_posting();
CREATE CONSTRAINT TRIGGER not_below_zero AFTER UPDATE ON operator_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status = 'posted') EXECUTE FUNCTION check_posting_floor();
CREATE CONSTRAINT TRIGGER one_booking_per_transaction AFTER UPDATE ON operator_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status = 'posted') EXECUTE FUNCTION check_posting_references();
