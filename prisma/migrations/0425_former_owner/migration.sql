-- One of two owners could remove or demote the other one, and was the only owner then: approved the own withdrawal, and removed the
-- rule that takes two. A former owner now counts for 72 hours. Source: docs/decisions/0106-a-second-person-of-the-partner.md

ALTER TABLE public.people ADD COLUMN owner_until timestamptz(3);

DROP FUNCTION public.mail_own_approval(recipient people, waiting partner_approvals, at timestamp with time zone);

-- Trigger: an owner changes the amount above which a second person of the partner must approve. Where the partner has another
-- owner (has_other_owner), the amount is raised or removed only as one owner requested at most 72 hours before and another one
-- confirms: PW028 otherwise, and PW029 while only a former owner counts. Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.check_partner_rule_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM partners WHERE id = NEW.partner_id FOR SHARE;
  PERFORM FROM people p WHERE p.id = NEW.changed_by AND p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION '% is no owner of partner %', NEW.changed_by, NEW.partner_id USING ERRCODE = 'PW003';
  END IF;
  IF TG_OP = 'INSERT' OR OLD.above_micro_usd IS NULL OR NEW.above_micro_usd <= OLD.above_micro_usd THEN
    RETURN NEW;
  END IF;
  IF NOT has_other_owner(NEW.partner_id, NEW.changed_by)
      OR (coalesce(OLD.next_by <> NEW.changed_by, false) AND OLD.next_above_micro_usd IS NOT DISTINCT FROM NEW.above_micro_usd
        AND OLD.next_at > NEW.changed_at - interval '72 hours' AND EXISTS (SELECT FROM people p WHERE p.id = OLD.next_by
          AND p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL)) THEN
    RETURN NEW;
  END IF;
  PERFORM FROM people p WHERE p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL AND p.id <> NEW.changed_by;
  IF FOUND THEN
    RAISE EXCEPTION 'another owner of partner % must confirm this change', NEW.partner_id USING ERRCODE = 'PW028';
  END IF;
  -- Not PW028: after that the service reads and decides again, and a version that does not know this rule would do so for ever.
  RAISE EXCEPTION 'the former owner of partner % still counts', NEW.partner_id USING ERRCODE = 'PW029';
END
$$;

-- Trigger: notes when a person of a partner stops being an owner, whatever changes the person; only the owner of the table can
-- set another time. The clock of the database counts, because `has_other_owner` compares with it.
CREATE OR REPLACE FUNCTION public.date_former_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.role = 'owner' AND NEW.disabled_at IS NULL THEN
    NEW.owner_until := NULL;
  ELSIF OLD.role = 'owner' AND OLD.disabled_at IS NULL THEN
    NEW.owner_until := now();
  ELSIF NOT is_owner_of(TG_RELID) THEN
    NEW.owner_until := OLD.owner_until;
  END IF;
  RETURN NEW;
END
$$;

-- Returns whether a partner has another owner than a person. Who was removed or got another role less than 72 hours ago still
-- counts: otherwise one of two owners would remove the other one, and then decide alone what takes two.
-- Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.has_other_owner(partner text, person text) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM people o WHERE o.partner_id = partner AND o.id <> person
    AND (o.role = 'owner' AND o.disabled_at IS NULL OR o.owner_until > now() - interval '72 hours'))
$$;

-- Queues the e-mail that asks a person of a partner to approve a withdrawal that waits for a second person of the partner. It is
-- sent after `delay`.
CREATE OR REPLACE FUNCTION public.mail_own_approval(recipient people, waiting partner_approvals, at timestamptz,
    delay interval DEFAULT '0')
  RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT queue_mail(recipient, 'withdrawal_own_approval', 'withdrawals', jsonb_strip_nulls(jsonb_build_object('withdrawalId', w.id,
      'amountMicroUsd', w.amount_micro_usd::text, 'feeMicroUsd', w.fee_micro_usd::text, 'toAddress', w.to_address,
      'requestedBy', CASE WHEN NOT waiting.is_by_key THEN (SELECT name FROM people WHERE id = waiting.requested_by) END)),
    at, delay, delay + interval '3 days')
    FROM withdrawals w WHERE w.id = waiting.withdrawal_id
$$;

-- Trigger, when a partner gets or loses an owner: e-mails about the pending withdrawals that wait for a second person of the
-- partner. Everybody who may approve gets one where the approval of the former owner no longer counts; of the others, only who
-- may approve from now on: the new owner. The maker of an API key who has become the only owner may approve 72 hours later, when
-- the former owner no longer counts (has_other_owner), and gets the e-mail then.
CREATE OR REPLACE FUNCTION public.mail_waiting_withdrawals() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM mail_own_approval(p, a, now()) FROM withdrawals w JOIN partner_approvals a ON a.withdrawal_id = w.id
      JOIN people p ON p.partner_id = a.partner_id AND may_approve_own(p, a)
    WHERE w.partner_id = NEW.partner_id AND w.status = 'pending' AND awaits_partner(w.id)
      AND (a.approved_by = NEW.id OR p.id = NEW.id);
  PERFORM mail_own_approval(p, a, now(), interval '72 hours') FROM withdrawals w JOIN partner_approvals a ON a.withdrawal_id = w.id
      JOIN people p ON p.id = a.requested_by AND p.partner_id = a.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL
    WHERE w.partner_id = NEW.partner_id AND w.status = 'pending' AND a.is_by_key AND awaits_partner(w.id) AND p.id <> NEW.id
      AND NOT EXISTS (SELECT FROM people o WHERE o.partner_id = NEW.partner_id AND o.role = 'owner' AND o.disabled_at IS NULL
        AND o.id <> p.id);
  RETURN NULL;
END
$$;

-- Returns whether a person of a partner may approve a withdrawal that waits for a second person of the partner: another owner
-- than who requested it. One that an API key requested counts as of the person who made the key, unless the partner has no
-- other owner (has_other_owner). Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.may_approve_own(person people, waiting partner_approvals) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT person.partner_id = waiting.partner_id AND person.role = 'owner' AND person.disabled_at IS NULL
    AND (person.id IS DISTINCT FROM waiting.requested_by OR (waiting.is_by_key
      AND NOT has_other_owner(waiting.partner_id, person.id)))
$$;

COMMENT ON COLUMN public.people.owner_until IS 'Partners only: when the person stopped being an owner; null for an owner, and for a person who was none.';

CREATE TRIGGER dates_former_owner BEFORE UPDATE OF role, disabled_at, owner_until ON people FOR EACH ROW
  WHEN (NEW.partner_id IS NOT NULL) EXECUTE FUNCTION date_former_owner();

-- Of an owner who got another role before, nobody knows when.
UPDATE people SET owner_until = disabled_at WHERE partner_id IS NOT NULL AND role = 'owner' AND disabled_at IS NOT NULL;
