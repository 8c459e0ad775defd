-- Trigger: the people of a partner who may approve a withdrawal get an e-mail when it begins to wait for them; the operator's
-- when one of them approved it. The maker of its API key, as the only owner beside one who left less than 72 hours ago, may approve
-- when the former owner no longer counts (has_other_owner), and gets the e-mail then.
CREATE OR REPLACE FUNCTION public.mail_partner_approval() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM mail_pending_withdrawal(NEW.approved_at);
    RETURN NULL;
  END IF;
  PERFORM mail_own_approval(p, NEW, NEW.created_at) FROM people p WHERE p.partner_id = NEW.partner_id AND may_approve_own(p, NEW);
  PERFORM mail_own_approval(p, NEW, NEW.created_at, former.last_until + interval '72 hours' - now())
    FROM people p CROSS JOIN LATERAL (SELECT max(o.owner_until) AS last_until,
        coalesce(bool_or(o.role = 'owner' AND o.disabled_at IS NULL), false) AS has_other
      FROM people o WHERE o.partner_id = NEW.partner_id AND o.id <> p.id) former
    WHERE NEW.is_by_key AND p.id = NEW.requested_by AND p.partner_id = NEW.partner_id AND p.role = 'owner' AND p.disabled_at IS NULL
      AND NOT former.has_other AND former.last_until > now() - interval '72 hours';
  RETURN NULL;
END
$$;
