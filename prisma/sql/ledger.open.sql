-- Opens accounts of a partner or a card, or a custody account. An account that is open stays as it is.
-- accounts: [{"id", "kind", "partnerId"?, "cardId"?}]
CREATE OR REPLACE FUNCTION ledger.open(accounts jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO ledger.accounts (id, kind, partner_id, card_id, balance_micro_usd, version, created_at)
  SELECT a.value ->> 'id', a.value ->> 'kind', a.value ->> 'partnerId', a.value ->> 'cardId',
    CASE WHEN a.value ->> 'kind' IN ('wallet', 'card', 'hold', 'card_shortfall') THEN 0 END,
    CASE WHEN a.value ->> 'kind' IN ('wallet', 'card', 'hold', 'card_shortfall') THEN 0 END,
    clock_timestamp()
  FROM jsonb_array_elements(accounts) a
  ORDER BY 1
  ON CONFLICT (id) DO NOTHING;
$$;
