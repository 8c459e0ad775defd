-- A journal and its entries are written by one statement, and whole at its end: seen once for all journals of a work,
-- where each had a check of its own waiting for the commit. Source: docs/decisions/0002-ledger.md

DROP TRIGGER whole_journal ON ledger.journals;
DROP FUNCTION ledger.check_journal();

-- A journal has exactly the legs that it was posted with, each on an account of its own, and they sum to zero. Once it
-- stands no leg can be added: check_entries knows how many there are, and each number is taken.
CREATE FUNCTION ledger.check_journals() RETURNS trigger LANGUAGE plpgsql
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
    RAISE EXCEPTION 'journal not whole: %', broken USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER whole_journals AFTER INSERT ON ledger.journals
  REFERENCING NEW TABLE AS new_journals FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_journals();

-- As before (0013), in one statement.
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
  -- Taken under the locks, so that the entries of an account are in the order of their times too.
  stamp := clock_timestamp();

  -- One statement, for the checks on journals, entries and balances each look at the others at its end.
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

-- A terminated card has nothing to spend: at the end of the transaction that terminates it, as before (0003), and of each
-- posting, seen once for all accounts that it moves.
DROP TRIGGER terminated_is_empty ON ledger.accounts;

CREATE OR REPLACE FUNCTION check_terminated_card() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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

CREATE FUNCTION check_terminated_accounts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
CREATE TRIGGER terminated_is_empty AFTER UPDATE ON ledger.accounts
  REFERENCING NEW TABLE AS new_accounts FOR EACH STATEMENT EXECUTE FUNCTION check_terminated_accounts();
