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
