-- Returns whether a person of a partner may approve a withdrawal that waits for a second person of the partner: another owner
-- than who requested it. One that an API key requested counts as of the person who made the key, unless the partner has no
-- other owner. Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.may_approve_own(person people, waiting partner_approvals) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT person.partner_id = waiting.partner_id AND person.role = 'owner' AND person.disabled_at IS NULL
    AND (person.id IS DISTINCT FROM waiting.requested_by OR (waiting.is_by_key AND NOT EXISTS (SELECT FROM people o
      WHERE o.partner_id = waiting.partner_id AND o.role = 'owner' AND o.disabled_at IS NULL AND o.id <> person.id)))
$$;
