-- What takes money off a card for good stands in the card's list, and what stands there took it: the database refuses what
-- the audit alone saw afterwards. Authorisations, what becomes of them, and refunds were held so before.
-- Source: docs/decisions/0010-card-transactions.md

-- Seen once for all journals of a work. Its row comes before a journal, so this waits for nothing. It runs as who posts,
-- with the settings of ledger.post: to set them again costs as much as the look, and every funding pays for it.
CREATE FUNCTION check_card_debits() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER debits_are_listed AFTER INSERT ON ledger.journals
  REFERENCING NEW TABLE AS new_journals FOR EACH STATEMENT EXECUTE FUNCTION check_card_debits();

-- What it moved was held against the row above, which can no longer change by then (fixed_terms).
CREATE FUNCTION check_listed_debit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.journals WHERE type = NEW.category AND source_id = NEW.id) THEN
    RAISE EXCEPTION 'card transaction % (%) has no journal', NEW.id, NEW.category USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER debit_has_its_journal AFTER INSERT ON card_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.category IN ('card_withdrawal', 'liquidation', 'cross_border_fee')) EXECUTE FUNCTION check_listed_debit();

-- As before (0003), and of one partner: nobody's list shows what moved another's card.
CREATE OR REPLACE FUNCTION check_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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

CREATE OR REPLACE FUNCTION check_refund() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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
