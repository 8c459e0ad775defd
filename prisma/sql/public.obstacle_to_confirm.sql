-- Returns why an operator cannot confirm at an instant what another one requested: an obstacle of obstacle_as_second, or
-- 'requester_new' while the delay for new approvers is not over for the requester. Without the latter, somebody who took over an
-- account or was just let in could change everything at once through a colleague who confirms in good faith.
-- Source: docs/decisions/0045-one-administrator-is-not-two.md
CREATE OR REPLACE FUNCTION public.obstacle_to_confirm(p people, requester people, requested_at timestamptz, at timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN coalesce(obstacle_as_second(p, requester, requested_at, at),
    CASE WHEN requester.approves_from > at THEN 'requester_new' END);
