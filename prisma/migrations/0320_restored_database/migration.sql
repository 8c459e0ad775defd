-- Restored databases: payouts that the chain has and the database does not, and the mode in which nothing is signed:
-- docs/decisions/0110-restored-database.md

CREATE TABLE restores (
  id text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  started_by text,
  reason text NOT NULL,
  chain_cursors jsonb NOT NULL,
  deposit_index_from bigint NOT NULL,
  deposit_index_to bigint NOT NULL,
  ended_at timestamptz(3),
  ended_by text,
  CONSTRAINT restores_pkey PRIMARY KEY (id),
  CONSTRAINT restores_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CONSTRAINT restores_index CHECK (deposit_index_from <= deposit_index_to)
);
COMMENT ON TABLE restores IS 'Times in which the database was, or may have been, an earlier copy; while one is open, nothing is signed';
COMMENT ON COLUMN restores.started_by IS 'the administrator who declared it; null: the service noticed it';
COMMENT ON COLUMN restores.reason IS 'what showed that the database is an earlier copy';
COMMENT ON COLUMN restores.chain_cursors IS 'block by chain up to which the copy had read deposits; payouts after it are looked for';
COMMENT ON COLUMN restores.deposit_index_from IS 'the first index of deposit addresses that is never given out, as the lost database may have given it out';
COMMENT ON COLUMN restores.deposit_index_to IS 'the last such index';
COMMENT ON COLUMN restores.ended_by IS 'the administrator who ended it';
CREATE UNIQUE INDEX restores_one_open ON restores((true)) WHERE ended_at IS NULL;

CREATE TABLE payout_scans (
  chain text NOT NULL,
  treasury text NOT NULL,
  block_number bigint NOT NULL,
  CONSTRAINT payout_scans_pkey PRIMARY KEY (chain, treasury)
);
COMMENT ON TABLE payout_scans IS 'How far the authorizations that a treasury used on a chain were compared with the database';
COMMENT ON COLUMN payout_scans.treasury IS 'address in lower case';
COMMENT ON COLUMN payout_scans.block_number IS 'up to this confirmed block each used authorization is in payouts, sweeps or found_payouts';

CREATE TABLE relayer_nonces (
  chain text NOT NULL,
  relayer_address text NOT NULL,
  nonce bigint NOT NULL,
  CONSTRAINT relayer_nonces_pkey PRIMARY KEY (chain, relayer_address)
);
COMMENT ON TABLE relayer_nonces IS 'How many transactions of a relayer were confirmed when a worker last looked; the chain having more at the next start shows an earlier copy';
COMMENT ON COLUMN relayer_nonces.relayer_address IS 'address in lower case';

CREATE TABLE found_payouts (
  chain text NOT NULL,
  token text NOT NULL,
  token_address text NOT NULL,
  from_address text NOT NULL,
  to_address text NOT NULL,
  amount_micro_usd bigint NOT NULL,
  authorization_nonce text NOT NULL,
  tx_hash text NOT NULL,
  block_number bigint NOT NULL,
  withdrawal_id text,
  partner_id text,
  found_at timestamptz(3) NOT NULL,
  CONSTRAINT found_payouts_pkey PRIMARY KEY (chain, token_address, from_address, authorization_nonce),
  CONSTRAINT found_payouts_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id),
  CONSTRAINT found_payouts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT found_payouts_withdrawal CHECK ((withdrawal_id IS NULL) = (partner_id IS NULL)),
  CONSTRAINT found_payouts_amount CHECK (amount_micro_usd >= 0)
);
COMMENT ON TABLE found_payouts IS 'Transfers out of a treasury that the chain has and no row of payouts or sweeps signed: the database was restored, or the key was used elsewhere. Rows are only added.';
COMMENT ON COLUMN found_payouts.token_address IS 'this and the other addresses and hashes in lower case';
COMMENT ON COLUMN found_payouts.authorization_nonce IS 'the nonce of the executed authorization; of a withdrawal the hash of its id';
COMMENT ON COLUMN found_payouts.withdrawal_id IS 'the withdrawal whose authorization it is; null: the database has none';
COMMENT ON COLUMN found_payouts.partner_id IS 'the partner of the withdrawal';
CREATE UNIQUE INDEX found_payouts_withdrawal_id_key ON found_payouts(withdrawal_id);
CREATE INDEX found_payouts_partner_id_idx ON found_payouts(partner_id);
CREATE INDEX found_payouts_to_address_amount_micro_usd_idx ON found_payouts(to_address, amount_micro_usd);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON found_payouts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER never_deleted BEFORE DELETE OR TRUNCATE ON restores
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

GRANT SELECT, INSERT ON found_payouts TO partner_wallet_app;
GRANT SELECT, INSERT, UPDATE ON payout_scans, relayer_nonces, restores TO partner_wallet_app;

-- Trigger: a withdrawal that was found paid on the chain is not cancelled, rejected or failed, which would return its money.
-- PW001: read and decide again, because the service is about to complete it. Source: docs/decisions/0110-restored-database.md
CREATE OR REPLACE FUNCTION public.check_found_payout() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM found_payouts f WHERE f.withdrawal_id = NEW.id) THEN
    RAISE EXCEPTION 'withdrawal % was paid on the chain', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger: a withdrawal whose address was on the sanctions list is approved only after an administrator released it, or
-- after it was found paid on the chain. PW001: read and decide again. Source: docs/decisions/0095-sanctions-screening.md,
-- docs/decisions/0110-restored-database.md
CREATE OR REPLACE FUNCTION public.check_screening() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM withdrawal_screenings s WHERE s.withdrawal_id = NEW.id AND s.outcome = 'hit')
      AND NOT EXISTS (SELECT FROM withdrawal_screenings s WHERE s.withdrawal_id = NEW.id AND s.outcome = 'released')
      AND NOT EXISTS (SELECT FROM found_payouts f WHERE f.withdrawal_id = NEW.id) THEN
    RAISE EXCEPTION 'withdrawal % is held by the sanctions screening', NEW.id USING ERRCODE = 'PW001';
  END IF;
  RETURN NEW;
END
$$;

-- Trigger at the commit: an approved withdrawal has an approval of a person who may approve; above the partner's amount
-- it has two of independent people (obstacle_as_second). A second person of the partner has approved it where one must. The rows are locked, so a change of the amount or of a role
-- comes before or after. A withdrawal that was found paid on the chain needs none: it is only recorded, and never signed.
CREATE OR REPLACE FUNCTION public.check_second_approval() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  needed bigint;
  given bigint;
  are_two boolean;
BEGIN
  IF EXISTS (SELECT FROM found_payouts f WHERE f.withdrawal_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM people p JOIN partner_approvals a ON a.approved_by = p.id WHERE a.withdrawal_id = NEW.id FOR SHARE OF p;
  IF awaits_partner(NEW.id) THEN
    RAISE EXCEPTION 'withdrawal % waits for a second person of its partner', NEW.id USING ERRCODE = 'PW001';
  END IF;
  SELECT CASE WHEN NEW.amount_micro_usd > p.second_approval_above_micro_usd THEN 2 ELSE 1 END INTO needed
    FROM partners p WHERE p.id = NEW.partner_id FOR SHARE;
  WITH approvers AS MATERIALIZED (
    SELECT p AS person, a.created_at AS at FROM withdrawal_approvals a JOIN people p ON p.id = a.person_id
    WHERE a.withdrawal_id = NEW.id AND may_approve(p) FOR SHARE OF p)
  SELECT (SELECT count(*) FROM approvers), EXISTS (SELECT FROM approvers one, approvers other
      WHERE obstacle_as_second(one.person, other.person, NEW.created_at, one.at) IS NULL
        AND obstacle_as_second(other.person, one.person, NEW.created_at, other.at) IS NULL)
    INTO given, are_two;
  IF given < needed OR (needed = 2 AND NOT are_two) THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals of independent people and has %', NEW.id, needed, given
      USING ERRCODE = 'PW001';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER paid_on_chain BEFORE UPDATE OF status ON withdrawals FOR EACH ROW
  WHEN (NEW.status IN ('cancelled', 'rejected', 'failed')) EXECUTE FUNCTION check_found_payout();
