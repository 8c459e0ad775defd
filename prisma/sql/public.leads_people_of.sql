-- Returns whether a person may invite and change the people of a partner, or of the operator when partner is null:
-- owners those of their partner; admins the operator's, and the owners whom they invite to a partner. `person` is null
-- for the command line, which invites the first two independent administrators.
CREATE OR REPLACE FUNCTION public.leads_people_of(partner text, person text) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN person IS NULL THEN partner IS NULL AND 2 > (
      SELECT count(DISTINCT line_of(p)) FROM people p
      WHERE p.partner_id IS NULL AND p.role = 'admin' AND p.disabled_at IS NULL)
    ELSE EXISTS (SELECT FROM people p WHERE p.id = person AND p.disabled_at IS NULL
      AND CASE WHEN p.partner_id IS NULL THEN p.role = 'admin' ELSE p.role = 'owner' AND p.partner_id = partner END)
    END
$$;
