-- In a transaction with another isolation level the rules of two administrators and of the last owner read the rows of its snapshot: an
-- owner who had just removed the other one was removed too, and a fee changed without the second administrator who exists since.

-- Refuses (PW003) to go on in a transaction that is not READ COMMITTED, for rules that read rows under their locks or at the end
-- of a statement: any other transaction reads them as they were when it began.
CREATE OR REPLACE FUNCTION public.require_read_committed() RETURNS void LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'this rule reads rows in READ COMMITTED transactions only' USING ERRCODE = 'PW003';
  END IF;
END
$$;

-- Returns whether two administrators decide who approves, how many must, and on fees and limits: as soon as some partner's
-- withdrawals need two approvals, or two independent administrators count. The latter stays so when one of them leaves. PW003 in a
-- transaction that reads an old snapshot.
CREATE OR REPLACE FUNCTION public.two_administrators_needed() RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_read_committed();
  RETURN EXISTS (SELECT FROM partners WHERE second_approval_above_micro_usd IS NOT NULL)
    OR EXISTS (SELECT FROM two_administrators WHERE counts_from <= now());
END
$$;

-- Returns whether a partner has another owner than a person. Who was removed or got another role less than 72 hours ago still
-- counts: otherwise one of two owners would remove the other one, and then decide alone what takes two. PW003 in a transaction that
-- reads an old snapshot. Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.has_other_owner(partner text, person text) RETURNS boolean LANGUAGE plpgsql STABLE
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_read_committed();
  RETURN EXISTS (SELECT FROM people o WHERE o.partner_id = partner AND o.id <> person
    AND (o.role = 'owner' AND o.disabled_at IS NULL OR o.owner_until > now() - interval '72 hours'));
END
$$;

-- Makes changes of the people of a partner, or of the operator when partner is null, run one after another. PW003 in a transaction that
-- reads an old snapshot: it would not see the change before it.
CREATE OR REPLACE FUNCTION public.lock_people_of(partner text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_read_committed();
  IF partner IS NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('people of the operator'));
  ELSE
    PERFORM FROM partners WHERE id = partner FOR NO KEY UPDATE;
  END IF;
END
$$;
