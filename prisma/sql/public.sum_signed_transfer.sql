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
