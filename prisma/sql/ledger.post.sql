-- Posts journals, all or none, in one statement. It is the only way to write journals, entries and balances.
-- journals: [{"id", "type", "sourceId", "partnerId"?, "requestId"?, "legs": [{"account", "amount"}]}], amounts in
-- micro-USD; an amount below zero takes from the account. Raises 23514 (entries_balance_after,
-- accounts_balance_not_negative) when a balance would go below zero, PW003 for a posting against the rules, also for one
-- in a transaction that is not READ COMMITTED, 23505 for a second journal of the same type and source. Plans are
-- generic, here and in commit_change_set: planning a statement for the arrays of each call costs more than running it.
CREATE OR REPLACE FUNCTION ledger.post(journals jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  legs ledger.leg[];
  stamp timestamptz;
BEGIN
  -- In any other transaction the checks would read rows as they were before the locks, such as a card before its termination.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'journals are posted in READ COMMITTED transactions only' USING ERRCODE = 'PW003';
  END IF;
  SELECT array_agg(ROW(j.value ->> 'id', j.ordinality, l.ordinality, l.value ->> 'account', l.value ->> 'amount')::ledger.leg)
    INTO legs
    FROM jsonb_array_elements(journals) WITH ORDINALITY j, jsonb_array_elements(j.value -> 'legs') WITH ORDINALITY l;
  PERFORM FROM ledger.accounts
    WHERE id = ANY (ARRAY(SELECT account_id FROM unnest(legs))) AND version IS NOT NULL
    ORDER BY id FOR NO KEY UPDATE;
  -- Read under the locks, so that the times of the entries of an account follow their order, by which past balances are found. After
  -- the clock was set back, also by a change to another server, the last entries may be ahead of it: then they give the time. By
  -- minutes at most, because an entry of a clock that was far ahead would date all later ones until its time has come. Also after
  -- that a closed hour or day gets no entry: it would count in no sum.
  SELECT greatest(clock_timestamp(), h.ended_at, w.ended_at, d.closed_before::timestamp AT TIME ZONE 'UTC', (
      SELECT max(e.created_at) FROM ledger.accounts a CROSS JOIN LATERAL (
        SELECT created_at FROM ledger.entries WHERE account_id = a.id AND account_version = a.version OFFSET 0) e
      WHERE a.id = ANY (ARRAY(SELECT account_id FROM unnest(legs))) AND e.created_at <= clock_timestamp() + interval '5 minutes'))
    INTO STRICT stamp
    FROM ledger.hours_end h, ledger.wallet_hours_end w, ledger.days_end d;

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
