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
