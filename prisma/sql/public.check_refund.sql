-- Trigger at the commit: a refund is a row and a journal of one amount on one card, of a settled transaction of that
-- card, or of no transaction: card networks also refund without a purchase.
CREATE OR REPLACE FUNCTION public.check_refund() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  source text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN source := NEW.source_id; ELSE source := NEW.id; END IF;
  -- By keys alone (OFFSET 0): the planner would read all refunds and every entry of the card.
  IF NOT EXISTS (
    SELECT FROM (SELECT * FROM card_transactions WHERE id = source OFFSET 0) t
      LEFT JOIN card_transactions o ON o.id = t.original_id
      JOIN ledger.journals j ON j.type = 'refund' AND j.source_id = source
      CROSS JOIN LATERAL (
        SELECT bool_or((account_id, amount_micro_usd) = ('card:' || t.card_id, t.amount_micro_usd)) AS is_listed
        FROM ledger.entries WHERE journal_id = j.id) e
    WHERE j.leg_count = 2 AND e.is_listed
      AND (t.category, t.partner_id) IS NOT DISTINCT FROM ('refund', j.partner_id)
      AND (t.original_id IS NULL
        OR (o.card_id, o.category, o.status) IS NOT DISTINCT FROM (t.card_id, 'authorization', 'settled'))
  ) THEN
    RAISE EXCEPTION 'refund % and its journal differ', source USING ERRCODE = 'PW003';
  END IF;
  RETURN NULL;
END
$$;
