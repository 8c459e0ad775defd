-- Returns why an operator cannot confirm a request of another one at an instant: an obstacle of obstacle_to_confirm, or 'own_account'
-- for the reset of the operator's own second factor. Null when the operator can.
-- Source: docs/decisions/0045-one-administrator-is-not-two.md
CREATE OR REPLACE FUNCTION public.obstacle_of_request(r admin_requests, p people, requester people, at timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
  RETURN CASE WHEN r.kind = 'operator_second_factor' AND r.target_id = p.id THEN 'own_account'
    ELSE obstacle_to_confirm(p, requester, r.created_at, at) END;
