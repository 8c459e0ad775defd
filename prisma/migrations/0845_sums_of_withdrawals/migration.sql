-- The amount above which a second person of a partner must approve was compared with each withdrawal alone: a stolen API key emptied a
-- wallet by many withdrawals just below it. Triggers now sum, per minute, what needs no second person, and count it for 24 hours.
-- Withdrawals from before this migration are not in the sums: to add them, this migration would have to read those of a day while
-- nobody can insert one.

CREATE TABLE withdrawal_sums (
  partner_id text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  amount_micro_usd bigint NOT NULL,
  CONSTRAINT withdrawal_sums_pkey PRIMARY KEY (partner_id, starts_at),
  CONSTRAINT withdrawal_sums_amount CHECK (amount_micro_usd >= 0)
) WITH (fillfactor=80);
GRANT SELECT ON withdrawal_sums TO partner_wallet_app;

ALTER TABLE withdrawals ADD COLUMN inserted_at timestamptz(3);

-- Trigger at the commit: a new withdrawal waits for a second person of its partner when it is above the partner's own amount together
-- with those of the last 24 hours that needed none. One that needs none is added to their sums, of which the oldest are deleted. PW001
-- when the amount was set meanwhile, or other withdrawals were added: read and decide again.
-- Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.check_partner_rule() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  above bigint;
BEGIN
  -- The lock of the wallet's account is not enough: a transaction can have this check done before it posts. The next statement sees
  -- the withdrawals that this one waited for.
  SELECT r.above_micro_usd INTO above FROM partner_approval_rules r WHERE r.partner_id = NEW.partner_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM partner_approvals a WHERE a.withdrawal_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  IF above IS NOT NULL THEN
    IF NEW.amount_micro_usd > above - withdrawn_by_one(NEW.partner_id) THEN
      RAISE EXCEPTION 'withdrawal % needs a second person of its partner', NEW.id USING ERRCODE = 'PW001';
    END IF;
  END IF;
  DELETE FROM withdrawal_sums WHERE partner_id = NEW.partner_id AND starts_at < now() - interval '2 days';
  INSERT INTO withdrawal_sums AS s (partner_id, starts_at, amount_micro_usd)
    VALUES (NEW.partner_id, date_bin('1 minute', NEW.inserted_at, 'epoch'), NEW.amount_micro_usd)
    ON CONFLICT (partner_id, starts_at) DO UPDATE SET amount_micro_usd = s.amount_micro_usd + excluded.amount_micro_usd;
  RETURN NULL;
END
$$;

-- Trigger: notes when a withdrawal was inserted, by the clock of the database, whatever the application says.
CREATE OR REPLACE FUNCTION public.date_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.inserted_at := clock_timestamp();
  RETURN NEW;
END
$$;

-- Trigger at the commit: those who may approve a new withdrawal get an e-mail, unless it waits for a second person of its partner
-- first.
CREATE OR REPLACE FUNCTION public.mail_new_withdrawal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM partner_approvals a WHERE a.withdrawal_id = NEW.id) THEN
    PERFORM mail_pending_withdrawal(NEW.created_at);
  END IF;
  RETURN NULL;
END
$$;

-- Trigger at the commit: a withdrawal that was cancelled, rejected or has failed counts no more towards the partner's own amount. One
-- that waited for a second person, or that an earlier version of the service inserted, was not counted.
CREATE OR REPLACE FUNCTION public.uncount_withdrawal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  UPDATE withdrawal_sums s SET amount_micro_usd = s.amount_micro_usd - NEW.amount_micro_usd
    WHERE s.partner_id = NEW.partner_id AND s.starts_at = date_bin('1 minute', NEW.inserted_at, 'epoch')
      AND NOT EXISTS (SELECT FROM partner_approvals a WHERE a.withdrawal_id = NEW.id);
  RETURN NULL;
END
$$;

-- Sums what a partner withdrew in the last 24 hours without a second person of its own, by the clock of the database. Each
-- withdrawal counts for 24 hours and at most a minute more. One that was cancelled, rejected or has failed does not count. Reads at
-- most 1,441 rows, however many withdrawals there were. Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.withdrawn_by_one(partner text) RETURNS bigint LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(amount_micro_usd), 0)::bigint FROM withdrawal_sums
    WHERE partner_id = partner AND starts_at > now() - interval '24 hours 1 minute'
$$;

REVOKE EXECUTE ON FUNCTION public.uncount_withdrawal() FROM PUBLIC;

CREATE TRIGGER date_withdrawal BEFORE INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION date_withdrawal();
CREATE OR REPLACE TRIGGER fixed_terms BEFORE UPDATE ON withdrawals FOR EACH ROW
  WHEN ((OLD.id, OLD.partner_id, OLD.amount_micro_usd, OLD.fee_micro_usd, OLD.to_address, OLD.created_at, OLD.inserted_at)
    IS DISTINCT FROM
    (NEW.id, NEW.partner_id, NEW.amount_micro_usd, NEW.fee_micro_usd, NEW.to_address, NEW.created_at, NEW.inserted_at))
  EXECUTE FUNCTION refuse_fixed_change();
CREATE CONSTRAINT TRIGGER uncount_withdrawal AFTER UPDATE OF status ON withdrawals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.status IN ('cancelled', 'rejected', 'failed')) EXECUTE FUNCTION uncount_withdrawal();
-- At the commit, as the row with which a withdrawal waits comes after it.
DROP TRIGGER mail_new_withdrawal ON withdrawals;
CREATE CONSTRAINT TRIGGER mail_new_withdrawal AFTER INSERT ON withdrawals DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION mail_new_withdrawal();

COMMENT ON TABLE public.withdrawal_sums IS 'The sums of a partner''s withdrawals that need no second person of the partner, per minute, without those that were cancelled, rejected or have failed. Written only by check_partner_rule and uncount_withdrawal.';
COMMENT ON COLUMN public.withdrawal_sums.partner_id IS 'The partner that the row belongs to; null where it belongs to none.';
COMMENT ON COLUMN public.withdrawal_sums.starts_at IS 'The beginning of the period that the row sums.';
COMMENT ON COLUMN public.withdrawal_sums.amount_micro_usd IS 'Amount in micro-USD (a millionth of a US dollar).';
COMMENT ON COLUMN public.withdrawals.inserted_at IS 'By the clock of the database; null for a withdrawal from before withdrawal_sums.';
