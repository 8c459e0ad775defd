-- Functions, comments, messages and jobs are named in plain technical English; no function behaves differently. commit_work
-- is now commit_change_set, commit_together is commit_change_sets.

-- Trigger: a journal has exactly the legs that it was posted with, each on an account of its own, and the legs sum to
-- zero. No leg can be added later: ledger.check_entries knows how many legs a journal has, and each number is taken.
CREATE OR REPLACE FUNCTION ledger.check_journals() RETURNS trigger LANGUAGE plpgsql
  SET search_path = '' SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  broken text;
BEGIN
  SELECT format('%s of %s legs has %s on %s accounts, which sum to %s', n.id, n.leg_count, e.legs, e.accounts, e.total)
    INTO broken
    FROM new_journals n CROSS JOIN LATERAL (
      SELECT count(*) AS legs, count(DISTINCT account_id) AS accounts, coalesce(sum(amount_micro_usd), 0) AS total
      FROM ledger.entries WHERE journal_id = n.id) e
    WHERE e.legs <> n.leg_count OR e.accounts <> e.legs OR e.total <> 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal incomplete: %', broken USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Posts journals, all or none, in one statement. It is the only way to write journals, entries and balances.
-- journals: [{"id", "type", "sourceId", "partnerId"?, "requestId"?, "legs": [{"account", "amount"}]}], amounts in
-- micro-USD; an amount below zero takes from the account. Raises 23514 (entries_balance_after,
-- accounts_balance_not_negative) when a balance would go below zero, PW003 for a posting against the rules, 23505 for a
-- second journal of the same type and source. Plans are generic, here and in commit_change_set: planning a statement for the
-- arrays of each call costs more than running it.
CREATE OR REPLACE FUNCTION ledger.post(journals jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = '' SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  legs ledger.leg[];
  stamp timestamptz;
BEGIN
  SELECT array_agg(ROW(j.value ->> 'id', j.ordinality, l.ordinality, l.value ->> 'account', l.value ->> 'amount')::ledger.leg)
    INTO legs
    FROM jsonb_array_elements(journals) WITH ORDINALITY j, jsonb_array_elements(j.value -> 'legs') WITH ORDINALITY l;
  PERFORM FROM ledger.accounts
    WHERE id = ANY (ARRAY(SELECT account_id FROM unnest(legs))) AND version IS NOT NULL
    ORDER BY id FOR NO KEY UPDATE;
  -- Read under the locks, so that the times of the entries of an account follow their order.
  stamp := clock_timestamp();

  -- One statement, because the checks of journals, entries and balances each read the other rows at its end.
  WITH written AS (
    INSERT INTO ledger.journals (id, type, source_id, partner_id, leg_count, created_at, request_id)
      SELECT j.value ->> 'id', j.value ->> 'type', j.value ->> 'sourceId', j.value ->> 'partnerId',
        jsonb_array_length(j.value -> 'legs'), stamp, j.value ->> 'requestId'
      FROM jsonb_array_elements(journals) j),
  posted AS (
    SELECT l.*, a.version + row_number() OVER steps AS version,
      (a.balance_micro_usd + sum(l.amount_micro_usd) OVER steps)::bigint AS balance_micro_usd,
      lead(l.leg) OVER steps IS NULL AS is_last
    FROM unnest(legs) l LEFT JOIN ledger.accounts a ON a.id = l.account_id
    WINDOW steps AS (PARTITION BY l.account_id ORDER BY l.journal_place, l.leg)),
  moved AS (
    UPDATE ledger.accounts a SET version = p.version, balance_micro_usd = p.balance_micro_usd
      FROM posted p WHERE a.id = p.account_id AND p.is_last AND a.version IS NOT NULL)
  INSERT INTO ledger.entries
      (journal_id, leg, account_id, amount_micro_usd, account_version, balance_after_micro_usd, created_at)
    SELECT journal_id, leg, account_id, amount_micro_usd, version, balance_micro_usd, stamp FROM posted;
END
$$;

-- Gives a person another role, or removes the person when new_role is null, if `actor` may. One change at a time among
-- the people of a partner, or of the operator when partner is null: of two owners who remove each other the second one
-- is refused. A removed person's row stays for the audit log, and the e-mail becomes free. `kept` are API keys that the
-- actor takes over; `counts_from` is from when the approvals of a promoted operator count (24 hours later when it is
-- null). Returns 'done', 'unknown', 'last_owner' or 'not_allowed'.
CREATE OR REPLACE FUNCTION public.change_person(partner text, actor text, person text, new_role text, at timestamptz, kept text[] DEFAULT '{}',
    counts_from timestamptz DEFAULT NULL)
  RETURNS text LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  top CONSTANT text := CASE WHEN partner IS NULL THEN 'admin' ELSE 'owner' END;
  old_role text;
BEGIN
  PERFORM lock_people_of(partner);
  IF NOT leads_people_of(partner, actor) THEN
    RETURN 'not_allowed';
  END IF;
  SELECT role INTO old_role FROM people WHERE id = person AND partner_id IS NOT DISTINCT FROM partner AND disabled_at IS NULL;
  IF NOT FOUND THEN
    RETURN 'unknown';
  END IF;
  IF old_role = top AND new_role IS DISTINCT FROM top AND NOT EXISTS (
      SELECT FROM people p WHERE (p.partner_id = partner OR (partner IS NULL AND p.partner_id IS NULL))
        AND p.role = top AND p.disabled_at IS NULL AND p.id <> person) THEN
    RETURN 'last_owner';
  END IF;
  IF new_role IS NULL THEN
    UPDATE people SET disabled_at = at, email_key = id, totp_secret_sealed = NULL, totp_pending_sealed = NULL WHERE id = person;
    UPDATE sessions SET revoked_at = at WHERE person_id = person AND revoked_at IS NULL;
    DELETE FROM recovery_codes WHERE person_id = person;
  ELSIF partner IS NULL AND old_role = 'auditor' AND new_role <> 'auditor' THEN
    UPDATE people SET role = new_role, role_since = at, approves_from = coalesce(counts_from, at + interval '24 hours')
      WHERE id = person;
  ELSE
    UPDATE people SET role = new_role WHERE id = person;
  END IF;
  -- After the person's row, which every inviter locks: an admin who invites an owner takes no other of these locks.
  IF new_role IS DISTINCT FROM top THEN
    UPDATE invitations SET revoked_at = at WHERE invited_by = person AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  IF partner IS NULL AND new_role IS DISTINCT FROM top THEN
    UPDATE admin_requests SET cancelled_by = actor, cancelled_at = at
      WHERE requested_by = person AND confirmed_at IS NULL AND cancelled_at IS NULL;
  END IF;
  IF partner IS NOT NULL THEN
    PERFORM revoke_keys_beyond_role(person, new_role, actor, kept, at);
  END IF;
  RETURN 'done';
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
    RAISE EXCEPTION 'correction % differs from the list of its card', posting USING ERRCODE = 'PW003';
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
  -- Rows are found by their keys alone (OFFSET 0); otherwise the planner would also read every entry of the card. A
  -- journal may have several entries on cards, and each counts.
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
    RAISE EXCEPTION 'journal % differs from the list of its card', stray USING ERRCODE = 'PW003';
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
  -- The journals of an authorization have its id as source, those of partial reversals its id, ':' and a number. All ids
  -- have one length, so no other id is in the range below.
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
    RAISE EXCEPTION 'the inviter of operator % and the date of the role are fixed', OLD.id USING ERRCODE = 'PW003';
  ELSIF OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL THEN
    RAISE EXCEPTION 'operator % was removed and returns by an invitation only', OLD.id USING ERRCODE = 'PW003';
  ELSIF (OLD.role_since, OLD.approves_from) IS NOT DISTINCT FROM (NEW.role_since, NEW.approves_from) THEN
    RETURN NEW;
  ELSIF OLD.role <> 'auditor' OR NEW.role = 'auditor' THEN
    RAISE EXCEPTION 'the start of approvals of operator % changes with a promotion only', OLD.id
      USING ERRCODE = 'PW003';
  END IF;
  IF NEW.role_since < earliest OR NEW.approves_from < NEW.role_since THEN
    RAISE EXCEPTION 'the approvals of operator % may not start before the role', NEW.id
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
    RAISE EXCEPTION 'the inviter of invitation % may not invite operators', NEW.id USING ERRCODE = 'PW003';
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
    RAISE EXCEPTION 'journal % differs from the posting that two administrators decided', NEW.id USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
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
  -- By keys alone (OFFSET 0): the planner would read all refunds and every entry of the card.
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

-- Trigger: the account of a terminated card keeps no balance, whatever is posted to it later.
CREATE OR REPLACE FUNCTION public.check_terminated_accounts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  card text;
BEGIN
  -- OFFSET 0: each card is found by its key, even where the planner prefers to scan a table that is still short.
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
  -- A transaction that credits the card holds this lock until its commit, so each of the two sees the other.
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
  -- By the journal's key alone; otherwise the planner would also read every entry of the wallet.
  SELECT n.id INTO stray
    FROM new_rows n CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE account_id = 'wallet:' || n.partner_id
        AND amount_micro_usd = CASE n.type WHEN 'credit' THEN n.amount_micro_usd ELSE -n.amount_micro_usd END) AS moves
      FROM ledger.entries WHERE journal_id = n.journal_id) e
    WHERE e.moves = 0
    LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'wallet transaction % differs from its journal', stray USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit, from both sides: a withdrawal has exactly the journals of its status, and its journals belong
-- to a withdrawal in that status, of the same amount and partner. Deferred triggers run without the settings of
-- commit_change_set, so generic plans are set here as well.
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
  -- The whole amount, of this partner. The legs on wallets are the partner's because the journals are.
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

-- Commits a change set, or the union of several, in one call and one short transaction: docs/decisions/0003-decide-then-commit.md
--
-- changes, every part optional:
--   claims    rows of idempotency_keys, in one order whoever commits them
--   accounts  for ledger.open
--   lock      ids of accounts: all that are posted to, all of cards that change or are expected
--   callers   the partners of the calling keys and sessions; PW004 when one of them is suspended
--   keys      the ids of the calling API keys; PW007 when one of them was revoked
--   sessions  the calling sessions, each with the role that the request was authorized with, or null; PW008 when one of
--             them has ended or its person was removed, PW009 when the person has another role
--   expect    {"cards": {id: version}, "accounts": {id: version}}   versions that must be as they were read
--             {"terminated": [{"partnerId", "since", "fewerThan"}]}   limits, counted under the wallet's lock
--   update    for commit_updates: {table: [{"id", "version", "set": {...}}]}
--   insert    for commit_inserts: {table: [row]}
--   journals  for ledger.post
--   wallet_transactions, events   rows that belong to the journals, and events for commit_events
-- Returns null, or the row of idempotency_keys when the only key was claimed before; nothing is done then. PW005 when
-- one of several keys was claimed before. PW001 when something has changed since it was read: read and decide again.
-- Rows are locked in one order: accounts by id, then rows that are updated, then counters of rows that are inserted.
CREATE OR REPLACE FUNCTION public.commit_change_set(changes jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  parts CONSTANT text[] := '{claims,accounts,lock,callers,keys,sessions,expect,update,insert,journals,wallet_transactions,events}';
  part jsonb;
  found_rows bigint;
  claimed jsonb;
BEGIN
  IF changes - parts <> '{}' THEN
    RAISE EXCEPTION 'a change set has unknown parts' USING ERRCODE = 'PW003';
  END IF;
  -- First: of two requests with one key the second one waits here and then sees the result of the first.
  part := changes -> 'claims';
  IF part IS NOT NULL THEN
    INSERT INTO idempotency_keys SELECT * FROM jsonb_populate_recordset(NULL::idempotency_keys, part)
      ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS found_rows = ROW_COUNT;
    IF found_rows < jsonb_array_length(part) THEN
      IF jsonb_array_length(part) > 1 THEN
        RAISE EXCEPTION 'one of several keys was claimed before' USING ERRCODE = 'PW005';
      END IF;
      SELECT to_jsonb(k) INTO claimed FROM idempotency_keys k
        WHERE k.partner_id = part #>> '{0,partner_id}' AND k.endpoint = part #>> '{0,endpoint}' AND k.key = part #>> '{0,key}';
      RETURN claimed;
    END IF;
  END IF;

  IF changes ? 'accounts' THEN PERFORM ledger.open(changes -> 'accounts'); END IF;
  -- Every change of a card holds the lock of its account, so a plain read is enough under that lock.
  IF changes ? 'lock' THEN PERFORM ledger.lock(ARRAY(SELECT jsonb_array_elements_text(changes -> 'lock'))); END IF;

  -- After the locks of accounts: a request that waited for them while its partner was suspended is refused.
  part := changes -> 'callers';
  IF part IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock_shared(suspension_lock(), hashtext(c.id)) FROM jsonb_array_elements_text(part) c (id);
    IF EXISTS (SELECT FROM partners WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text(part))) AND suspended_at IS NOT NULL) THEN
      RAISE EXCEPTION 'the partner is suspended' USING ERRCODE = 'PW004';
    END IF;
  END IF;

  part := changes -> 'keys';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM api_keys WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text(part))) AND revoked_at IS NOT NULL) THEN
      RAISE EXCEPTION 'the API key was revoked' USING ERRCODE = 'PW007';
    END IF;
  END IF;
  part := changes -> 'sessions';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM jsonb_each_text(part) a (id, role)
        WHERE NOT EXISTS (SELECT FROM sessions s JOIN people p ON p.id = s.person_id
          WHERE s.id = a.id AND s.revoked_at IS NULL AND p.disabled_at IS NULL)) THEN
      RAISE EXCEPTION 'the session has ended' USING ERRCODE = 'PW008';
    END IF;
    IF EXISTS (SELECT FROM jsonb_each_text(part) a (id, role)
        JOIN sessions s ON s.id = a.id JOIN people p ON p.id = s.person_id WHERE p.role::text <> a.role) THEN
      RAISE EXCEPTION 'the person has another role' USING ERRCODE = 'PW009';
    END IF;
  END IF;

  part := changes #> '{expect,cards}';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM jsonb_object_keys(part) k (id)
        WHERE (SELECT version FROM cards WHERE cards.id = k.id) IS DISTINCT FROM (part ->> k.id)::int) THEN
      RAISE EXCEPTION 'a card changed' USING ERRCODE = 'PW001';
    END IF;
  END IF;
  part := changes #> '{expect,accounts}';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM jsonb_object_keys(part) k (id)
        WHERE (SELECT version FROM ledger.accounts WHERE accounts.id = k.id) IS DISTINCT FROM (part ->> k.id)::bigint) THEN
      RAISE EXCEPTION 'an account changed' USING ERRCODE = 'PW001';
    END IF;
  END IF;
  part := changes #> '{expect,terminated}';
  IF part IS NOT NULL THEN
    IF EXISTS (SELECT FROM jsonb_array_elements(part) t (rule)
        WHERE (SELECT count(*) FROM cards WHERE partner_id = t.rule ->> 'partnerId'
          AND terminated_at > (t.rule ->> 'since')::timestamptz) >= (t.rule ->> 'fewerThan')::int) THEN
      RAISE EXCEPTION 'too many terminations' USING ERRCODE = 'PW001';
    END IF;
  END IF;

  IF changes ? 'update' THEN PERFORM commit_updates(changes -> 'update'); END IF;
  IF changes ? 'insert' THEN PERFORM commit_inserts(changes -> 'insert'); END IF;
  IF changes ? 'journals' THEN PERFORM ledger.post(changes -> 'journals'); END IF;
  -- These rows refer to journals, so they are inserted after the journals.
  IF changes ? 'wallet_transactions' THEN
    INSERT INTO wallet_transactions
      SELECT * FROM jsonb_populate_recordset(NULL::wallet_transactions, changes -> 'wallet_transactions');
  END IF;
  IF changes ? 'events' THEN PERFORM commit_events(changes -> 'events'); END IF;
  RETURN NULL;
END
$$;

-- Commits the change sets of several requests as one. It fails with 55P03 when another transaction locks a row for longer, so
-- that only the request that needs the row waits for it.
CREATE OR REPLACE FUNCTION public.commit_change_sets(changes jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
BEGIN
  RETURN commit_change_set(changes);
END
$$;

-- The earlier name of commit_change_sets, for processes of the version before while an upgrade runs.
CREATE OR REPLACE FUNCTION public.commit_together(work jsonb) RETURNS jsonb LANGUAGE sql
  SET search_path = public, pg_temp AS $$ SELECT commit_change_sets(work) $$;

-- Updates the rows of a change set. Each update names the version or the status that it was decided on; PW001 when the
-- row has changed since.
CREATE OR REPLACE FUNCTION public.commit_updates(changes jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  target text;
  change jsonb;
BEGIN
  FOR target, change IN SELECT t.key, c.value FROM jsonb_each(changes) t, jsonb_array_elements(t.value) c LOOP
    CASE target
      WHEN 'users' THEN
        UPDATE users u SET
            (email, email_key, first_name, last_name, phone_number, account_purpose, ip_address, wallet_address,
             redirect_url, address, city, region, postal_code, status, denial_reason, kyc_session_id,
             last_card_created_at, deleted_at, version)
          = (SELECT r.email, r.email_key, r.first_name, r.last_name, r.phone_number, r.account_purpose, r.ip_address,
             r.wallet_address, r.redirect_url, r.address, r.city, r.region, r.postal_code, r.status,
             r.denial_reason, r.kyc_session_id, r.last_card_created_at, r.deleted_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'cards' THEN
        UPDATE cards u SET
            (status, terminated_at, terminate_reference, version)
          = (SELECT r.status, r.terminated_at, r.terminate_reference, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'card_transactions' THEN
        UPDATE card_transactions u SET
            (amount_micro_usd, status, held_micro_usd, refunded_micro_usd, version)
          = (SELECT r.amount_micro_usd, r.status, r.held_micro_usd, r.refunded_micro_usd, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'withdrawals' THEN
        UPDATE withdrawals u SET
            (status, tx_hash, reject_reason, failure_reason, approved_at, completed_at, cancelled_at, rejected_at,
             failed_at, version)
          = (SELECT r.status, r.tx_hash, r.reject_reason, r.failure_reason, r.approved_at, r.completed_at, r.cancelled_at,
             r.rejected_at, r.failed_at, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'kyc_sessions' THEN
        UPDATE kyc_sessions u SET
            (opened_at, completed_at, outcome)
          = (SELECT r.opened_at, r.completed_at, r.outcome
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id';
      WHEN 'chain_cursors' THEN
        UPDATE chain_cursors u SET
            (block_number, block_hash, version)
          = (SELECT r.block_number, r.block_hash, u.version + 1
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.chain = change ->> 'id' AND u.version = (change ->> 'version')::int;
      WHEN 'partners' THEN
        -- A partner has no version column: xmin differs after every change of the row.
        UPDATE partners u SET
            (kyc_fee_micro_usd, card_creation_fee_micro_usd, funding_fee_micro_usd, funding_fee_bps,
             card_withdrawal_fee_micro_usd, cross_border_fee_bps, requests_per_s, request_burst,
             second_approval_above_micro_usd)
          = (SELECT r.kyc_fee_micro_usd, r.card_creation_fee_micro_usd, r.funding_fee_micro_usd, r.funding_fee_bps,
             r.card_withdrawal_fee_micro_usd, r.cross_border_fee_bps, r.requests_per_s, r.request_burst,
             r.second_approval_above_micro_usd
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.xmin::text = change ->> 'version';
      WHEN 'alerts' THEN
        UPDATE alerts u SET closed_at = (SELECT r.closed_at FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.closed_at IS NULL;
      WHEN 'operator_postings' THEN
        UPDATE operator_postings u SET
            (status, decided_by, decided_at, decision_reason)
          = (SELECT r.status, r.decided_by, r.decided_at, r.decision_reason
             FROM jsonb_populate_record(u, change -> 'set') r)
          WHERE u.id = change ->> 'id' AND u.status = 'pending';
    END CASE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a row of % changed', target USING ERRCODE = 'PW001';
    END IF;
  END LOOP;
END
$$;

-- The earlier name of commit_change_set, for processes of the version before while an upgrade runs.
CREATE OR REPLACE FUNCTION public.commit_work(work jsonb) RETURNS jsonb LANGUAGE sql
  SET search_path = public, pg_temp AS $$ SELECT commit_change_set(work) $$;

-- Counts one sign-in attempt and returns null, or returns until when a scope is locked and counts nothing. `scopes` is
-- an array of {scope, free, lock_s, decay_s, is_cleared}: how many failures are free, the length of the lock after each
-- further one, how long it takes until one failure is forgotten, and whether a success forgets all of them. Attempts for
-- one e-mail run one after another, so parallel guesses get no further than guesses in a row. An attempt that began before
-- the last one that was counted counts once, as any other.
CREATE OR REPLACE FUNCTION public.count_sign_in(email text, scopes jsonb, has_succeeded boolean, at timestamptz) RETURNS timestamptz
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  locked timestamptz;
  rule record;
  counted integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sign-ins of ' || email, 0));
  SELECT max(a.locked_until) INTO locked
    FROM sign_in_attempts a JOIN jsonb_to_recordset(scopes) AS s (scope text) ON s.scope = a.scope
    WHERE a.email_hash = email AND a.locked_until > at;
  IF locked IS NOT NULL THEN
    RETURN locked;
  END IF;
  FOR rule IN SELECT * FROM jsonb_to_recordset(scopes)
      AS s (scope text, free integer, lock_s integer[], decay_s integer, is_cleared boolean) LOOP
    IF has_succeeded THEN
      DELETE FROM sign_in_attempts a WHERE a.email_hash = email AND a.scope = rule.scope AND rule.is_cleared;
    ELSE
      SELECT failures - floor(greatest(extract(epoch FROM at - failed_at), 0) / rule.decay_s) INTO counted
        FROM sign_in_attempts a WHERE a.email_hash = email AND a.scope = rule.scope;
      counted := greatest(coalesce(counted, 0), 0) + 1;
      INSERT INTO sign_in_attempts (email_hash, scope, failures, failed_at, locked_until)
        VALUES (email, rule.scope, counted, at, CASE WHEN counted >= rule.free THEN at + make_interval(
          secs => rule.lock_s[least(counted - rule.free + 1, cardinality(rule.lock_s))]) END)
        ON CONFLICT (email_hash, scope) DO UPDATE
          SET failures = excluded.failures, failed_at = excluded.failed_at, locked_until = excluded.locked_until;
    END IF;
  END LOOP;
  -- Each failure also deletes a few rows that no longer count, so that guesses at random e-mails do not accumulate.
  IF NOT has_succeeded THEN
    DELETE FROM sign_in_attempts a USING (SELECT o.email_hash, o.scope FROM sign_in_attempts o
        WHERE o.failed_at < at - interval '7 days' ORDER BY o.failed_at LIMIT 10 FOR UPDATE SKIP LOCKED) old
      WHERE a.email_hash = old.email_hash AND a.scope = old.scope;
  END IF;
  RETURN NULL;
END
$$;

-- Trigger: the unused links of `npm run invite-operator` end for good as soon as two independent administrators exist,
-- so that a forgotten link does not work again when one of the two is removed. Source:
-- docs/decisions/0045-one-administrator-is-not-two.md
CREATE OR REPLACE FUNCTION public.end_command_line_invitations() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- Of two people who join at once the second one sees the first. Accepting an invitation already holds this lock.
  PERFORM lock_people_of(NULL);
  IF NOT leads_people_of(NULL, NULL) THEN
    UPDATE invitations SET revoked_at = now()
      WHERE partner_id IS NULL AND invited_by IS NULL AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  RETURN NULL;
END
$$;

-- Removes the personal data of a deleted user from cards, webhook events and their attempts. The second call changes
-- nothing. Source: docs/decisions/0047-data-of-deleted-users.md
CREATE OR REPLACE FUNCTION public.mask_user(deleted_id text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  owner text;
  masked text[];
BEGIN
  SELECT partner_id INTO STRICT owner FROM users WHERE id = deleted_id AND deleted_at IS NOT NULL;
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

-- Trigger: refuses a change of a fixed column.
CREATE OR REPLACE FUNCTION public.refuse_fixed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%: a fixed column was changed', TG_TABLE_NAME USING ERRCODE = 'PW003';
END
$$;

-- Jobs whose names changed: their last runs stay known.
UPDATE job_runs SET name = 'snapshot-hourly-balances' WHERE name = 'write-hours';
UPDATE job_runs SET name = 'purge-request-log' WHERE name = 'forget-requests';
UPDATE job_starts SET name = 'snapshot-hourly-balances' WHERE name = 'write-hours';
UPDATE job_starts SET name = 'purge-request-log' WHERE name = 'forget-requests';
