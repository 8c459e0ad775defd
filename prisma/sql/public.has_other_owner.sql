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
