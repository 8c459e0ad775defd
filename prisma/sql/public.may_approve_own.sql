-- Returns whether a person of a partner may approve a withdrawal that waits for a second person of the partner: another owner
-- than who requested it. One that an API key requested counts as of the person who made the key, unless the partner has no
-- other owner (has_other_owner). Source: docs/decisions/0106-a-second-person-of-the-partner.md
CREATE OR REPLACE FUNCTION public.may_approve_own(person people, waiting partner_approvals) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT person.partner_id = waiting.partner_id AND person.role = 'owner' AND person.disabled_at IS NULL
    AND (person.id IS DISTINCT FROM waiting.requested_by OR (waiting.is_by_key
      AND NOT has_other_owner(waiting.partner_id, person.id)))
$$;
