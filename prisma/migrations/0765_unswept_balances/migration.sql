-- Each minute the job sweep-deposits summed all deposits and sweeps of a chain to find the addresses that hold money. Triggers now
-- keep the balance of each address. The balances of the addresses until now are in the next migration, which locks no table.
CREATE TABLE unswept_balances (
  chain text NOT NULL,
  token text NOT NULL,
  address text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  CONSTRAINT unswept_balances_pkey PRIMARY KEY (chain, token, address)
) WITH (fillfactor=80);
CREATE INDEX unswept_balances_held_idx ON unswept_balances(chain, token, amount_micro_usd DESC) INCLUDE (address) WHERE amount_micro_usd > 0;

-- Trigger: adds new deposits to the balances of their addresses, and takes off what sweeps move. An address without a row gets one
-- that sums all its deposits and sweeps: those of this statement, and those from before the table existed. Rows are locked in one
-- order, so that no two statements wait for each other. A row that a concurrent transaction inserted is seen by the second UPDATE,
-- and contains nothing of this statement.
CREATE OR REPLACE FUNCTION public.sum_unswept() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  changes jsonb;
  moved unswept_balances;
  balance bigint;
BEGIN
  IF TG_TABLE_NAME = 'deposits' THEN
    SELECT jsonb_agg(jsonb_build_object('chain', chain, 'token', token, 'address', to_address, 'amount_micro_usd', amount_micro_usd))
      INTO changes FROM added;
  ELSIF TG_OP = 'INSERT' THEN
    SELECT jsonb_agg(jsonb_build_object('chain', chain, 'token', token, 'address', from_address, 'amount_micro_usd', -amount_micro_usd))
      INTO changes FROM added WHERE status <> 'expired';
  ELSE
    -- An expired sweep moved nothing. A completed one was taken off when it began.
    SELECT jsonb_agg(jsonb_build_object('chain', a.chain, 'token', a.token, 'address', a.from_address,
        'amount_micro_usd', CASE WHEN a.status = 'expired' THEN a.amount_micro_usd ELSE -a.amount_micro_usd END))
      INTO changes FROM removed r JOIN added a USING (id) WHERE (r.status = 'expired') <> (a.status = 'expired');
  END IF;
  FOR moved IN
    SELECT chain, token, address, sum(amount_micro_usd)::bigint FROM jsonb_populate_recordset(NULL::unswept_balances, changes)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  LOOP
    UPDATE unswept_balances b SET amount_micro_usd = b.amount_micro_usd + moved.amount_micro_usd
      WHERE b.chain = moved.chain AND b.token = moved.token AND b.address = moved.address;
    CONTINUE WHEN FOUND;
    SELECT coalesce(sum(d.amount_micro_usd), 0) INTO balance FROM deposits d
      WHERE d.chain = moved.chain AND d.token = moved.token AND d.to_address = moved.address;
    -- An address whose first deposits are those of this statement has no sweep. No index finds the sweeps of an address.
    IF balance <> moved.amount_micro_usd THEN
      SELECT balance - coalesce(sum(s.amount_micro_usd), 0) INTO balance FROM sweeps s
        WHERE s.chain = moved.chain AND s.token = moved.token AND s.from_address = moved.address AND s.status <> 'expired';
    END IF;
    INSERT INTO unswept_balances (chain, token, address, amount_micro_usd)
      VALUES (moved.chain, moved.token, moved.address, balance) ON CONFLICT DO NOTHING;
    CONTINUE WHEN FOUND;
    UPDATE unswept_balances b SET amount_micro_usd = b.amount_micro_usd + moved.amount_micro_usd
      WHERE b.chain = moved.chain AND b.token = moved.token AND b.address = moved.address;
  END LOOP;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION public.sum_unswept() FROM PUBLIC;

CREATE TRIGGER sum_unswept AFTER INSERT ON deposits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_unswept();
CREATE TRIGGER sum_unswept AFTER INSERT ON sweeps REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_unswept();
CREATE TRIGGER sum_ended_sweep AFTER UPDATE ON sweeps REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sum_unswept();

GRANT SELECT ON unswept_balances TO partner_wallet_app;
COMMENT ON TABLE public.unswept_balances IS 'What an address received in a token according to the books, without what sweeps moved or are moving. Written only by sum_unswept.';
COMMENT ON COLUMN public.unswept_balances.chain IS 'The chain: a name of lib/chain/networks.ts.';
COMMENT ON COLUMN public.unswept_balances.token IS 'The token: usdc, usdt or usdc.e.';
COMMENT ON COLUMN public.unswept_balances.address IS 'The deposit address, as deposits and sweeps have it.';
COMMENT ON COLUMN public.unswept_balances.amount_micro_usd IS 'In micro-USD. Below zero after a sweep of tokens that no deposit has credited.';
