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
