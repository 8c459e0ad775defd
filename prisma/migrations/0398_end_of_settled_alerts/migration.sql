-- A held deposit whose transfer came back after a person had closed the alert about its removal stayed in suspense for good.
-- Source: docs/decisions/0028-held-deposits.md

ALTER TABLE alerts ADD COLUMN ended_at timestamptz(3);
ALTER TABLE alerts ADD CONSTRAINT alerts_ended CHECK (ended_at IS NULL OR closed_by IS NOT NULL);

COMMENT ON COLUMN alerts.ended_at IS 'When the service saw the end of the cause of an alert that a person had closed; null while the cause may remain.';

-- Trigger at the commit: each release of a held deposit has its journal and each such journal its release: all of one
-- held deposit, to the wallet of the partner whose address it came to. PW001 when a reorganization has removed the
-- transfer: its alert is open, or a person has closed it and the service has not seen the transfer on the chain since.
CREATE OR REPLACE FUNCTION public.check_release() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  deposit text;
BEGIN
  IF TG_TABLE_NAME = 'journals' THEN deposit := NEW.source_id; ELSE deposit := NEW.deposit_id; END IF;
  IF NOT EXISTS (
    SELECT FROM deposit_releases r JOIN deposits d ON d.id = r.deposit_id
      JOIN deposit_addresses a ON lower(a.address) = lower(d.to_address) AND a.partner_id = r.partner_id
      JOIN ledger.journals h ON h.type = 'deposit' AND h.source_id = format('%s:%s:%s', d.chain, d.tx_hash, d.ordinal)
      JOIN ledger.entries held ON held.journal_id = h.id AND held.account_id = 'suspense'
      JOIN ledger.journals j ON j.type = 'deposit_release' AND j.source_id = r.deposit_id AND j.leg_count = 2
      JOIN ledger.entries w ON w.journal_id = j.id AND w.account_id = 'wallet:' || r.partner_id
        AND w.amount_micro_usd = d.amount_micro_usd
    WHERE r.deposit_id = deposit
  ) THEN
    RAISE EXCEPTION 'the release of deposit % and its journal differ', deposit USING ERRCODE = 'PW003';
  END IF;
  IF EXISTS (SELECT FROM alerts WHERE kind = 'deposit_orphaned' AND subject = deposit
      AND (closed_at IS NULL OR (closed_by IS NOT NULL AND ended_at IS NULL))) THEN
    RAISE EXCEPTION 'the transfer of deposit % is not on its chain', deposit USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;
