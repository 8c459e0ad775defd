-- Each hour the reconciliation read all deposits, sweeps, payouts and their transactions: with 200,000 deposits and sweeps 1.2 million
-- rows. Triggers now keep what sweeps brought to each treasury and payouts took from it, and list the transfers of which no transaction
-- of ours is known. The next migrations add those of before.
CREATE TABLE treasury_sums (
  chain text NOT NULL,
  token_address text NOT NULL,
  address text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  CONSTRAINT treasury_sums_pkey PRIMARY KEY (chain, token_address, address)
) WITH (fillfactor=50);
CREATE TABLE unplaced_transfers (
  chain text NOT NULL,
  id text NOT NULL,
  CONSTRAINT unplaced_transfers_pkey PRIMARY KEY (chain, id)
);

-- Trigger: adds a new sweep or payout to the sum of its treasury, and takes it off when it has expired or failed, because it moved
-- nothing then. Until a transaction of ours has made it, it is in unplaced_transfers. It runs at the commit, and so locks the row of
-- the treasury after all others.
CREATE OR REPLACE FUNCTION public.sum_signed_transfer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  transfer_id text;
  has_ended boolean := false;
  moved treasury_sums;
BEGIN
  IF TG_TABLE_NAME = 'sweeps' THEN
    transfer_id := NEW.id;
    has_ended := NEW.status = 'expired';
    moved := ROW(NEW.chain, NEW.token_address, NEW.to_address,
      CASE WHEN NOT has_ended THEN NEW.amount_micro_usd WHEN TG_OP = 'UPDATE' THEN -NEW.amount_micro_usd ELSE 0 END);
  ELSIF TG_TABLE_NAME = 'payouts' THEN
    transfer_id := NEW.withdrawal_id;
    moved := ROW(NEW.chain, NEW.token_address, NEW.from_address, -NEW.amount_micro_usd);
  ELSE
    transfer_id := NEW.id;
    has_ended := true;
    SELECT chain, token_address, from_address, amount_micro_usd INTO moved FROM payouts WHERE withdrawal_id = NEW.id;
    -- It failed before it was signed.
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  IF has_ended THEN
    DELETE FROM unplaced_transfers WHERE chain = moved.chain AND id = transfer_id;
  ELSE
    INSERT INTO unplaced_transfers (chain, id) VALUES (moved.chain, transfer_id) ON CONFLICT DO NOTHING;
  END IF;
  INSERT INTO treasury_sums AS s (chain, token_address, address, amount_micro_usd)
    VALUES (moved.chain, moved.token_address, moved.address, moved.amount_micro_usd)
    ON CONFLICT (chain, token_address, address) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION public.sum_signed_transfer() FROM PUBLIC;

-- Trigger: takes a transfer out of unplaced_transfers when a transaction that made it is recorded as mined, with its block, and adds
-- it again when a reorganization has removed that transaction. Looks up the transactions of this transfer only: an index of more
-- columns could be that of all mined ones.
CREATE OR REPLACE FUNCTION public.place_transfer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  changed CONSTANT relayer_transactions := coalesce(NEW, OLD);
BEGIN
  IF (SELECT bool_or(chain = changed.chain AND status = 'mined' AND block_number IS NOT NULL) FROM relayer_transactions
      WHERE purpose_id = changed.purpose_id) THEN
    DELETE FROM unplaced_transfers WHERE chain = changed.chain AND id = changed.purpose_id;
  ELSE
    INSERT INTO unplaced_transfers (chain, id) VALUES (changed.chain, changed.purpose_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION public.place_transfer() FROM PUBLIC;

CREATE CONSTRAINT TRIGGER sum_signed AFTER INSERT ON sweeps DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION sum_signed_transfer();
CREATE CONSTRAINT TRIGGER sum_expired AFTER UPDATE OF status ON sweeps DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status = 'expired') <> (NEW.status = 'expired')) EXECUTE FUNCTION sum_signed_transfer();
CREATE CONSTRAINT TRIGGER sum_signed AFTER INSERT ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION sum_signed_transfer();
CREATE TRIGGER place_transfer AFTER UPDATE ON relayer_transactions FOR EACH ROW
  WHEN (NEW.purpose_id IS NOT NULL AND (OLD.status = 'mined' AND OLD.block_number IS NOT NULL)
    <> (NEW.status = 'mined' AND NEW.block_number IS NOT NULL))
  EXECUTE FUNCTION place_transfer();
CREATE TRIGGER place_deleted AFTER DELETE ON relayer_transactions FOR EACH ROW WHEN (OLD.purpose_id IS NOT NULL AND OLD.status = 'mined')
  EXECUTE FUNCTION place_transfer();

GRANT SELECT ON treasury_sums, unplaced_transfers TO partner_wallet_app;
COMMENT ON TABLE public.treasury_sums IS 'What signed sweeps brought to an address, without what signed payouts took from it. Expired sweeps and failed payouts moved nothing. Written only by sum_signed_transfer.';
COMMENT ON COLUMN public.treasury_sums.chain IS 'The chain: a name of lib/chain/networks.ts.';
COMMENT ON COLUMN public.treasury_sums.token_address IS 'The contract of the token.';
COMMENT ON COLUMN public.treasury_sums.address IS 'The treasury, as sweeps and payouts have it.';
COMMENT ON COLUMN public.treasury_sums.amount_micro_usd IS 'In micro-USD. Below zero where money came without a sweep.';
COMMENT ON TABLE public.unplaced_transfers IS 'The signed sweeps and payouts, neither expired nor failed, that no mined transaction of ours with a known block has made. It may list some that were made meanwhile. Written only by sum_signed_transfer and place_transfer.';
COMMENT ON COLUMN public.unplaced_transfers.chain IS 'The chain: a name of lib/chain/networks.ts.';
COMMENT ON COLUMN public.unplaced_transfers.id IS 'The sweep, or the withdrawal of the payout.';
