-- Returns why what one operator decides at an instant does not count as the decision of a second, independent person,
-- for what was requested at another instant and decided or requested by another operator: 'own', 'same_line' or
-- 'too_new'. Null when it counts. Source: docs/decisions/0045-one-administrator-is-not-two.md
CREATE OR REPLACE FUNCTION public.obstacle_as_second(p people, other people, requested_at timestamptz, at timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN CASE WHEN p.id = other.id THEN 'own' WHEN line_of(p) = line_of(other) THEN 'same_line'
    WHEN NOT counts_as_second(p, requested_at, at) THEN 'too_new' END;
