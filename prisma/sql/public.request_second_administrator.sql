-- Stores an administrator's request in place of an open one for the same. A request to reset a second factor gets its mark, and one to
-- end a required single sign-on the mark of the requirement. A request to invite another owner of a partner does not replace one for
-- another e-mail, which is another change. Returns 'done', 'not_allowed' or, for that, 'waits'.
CREATE OR REPLACE FUNCTION public.request_second_administrator(row_of_request jsonb) RETURNS text LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  asked admin_requests := jsonb_populate_record(NULL::admin_requests, row_of_request);
BEGIN
  PERFORM lock_people_of(NULL);
  IF NOT leads_people_of(NULL, asked.requested_by) THEN
    RETURN 'not_allowed';
  END IF;
  IF asked.kind = 'partner_owner' AND EXISTS (SELECT FROM admin_requests r WHERE r.kind = 'partner_owner'
      AND r.target_id = asked.target_id AND lower(r.details ->> 'email') <> lower(asked.details ->> 'email')
      AND r.confirmed_at IS NULL AND r.cancelled_at IS NULL AND r.expires_at > asked.created_at
      AND leads_people_of(NULL, r.requested_by)) THEN
    RETURN 'waits';
  END IF;
  UPDATE admin_requests r SET cancelled_by = asked.requested_by, cancelled_at = asked.created_at
    WHERE r.kind = asked.kind AND r.target_id = asked.target_id AND r.confirmed_at IS NULL AND r.cancelled_at IS NULL;
  IF asked.kind = 'operator_second_factor' THEN
    asked.details := asked.details || (SELECT jsonb_build_object('factorMark', second_factor_mark(p)) FROM people p
      WHERE p.id = asked.target_id);
  ELSIF asked.kind = 'partner_sso' THEN
    asked.details := asked.details || jsonb_build_object('requirementMark', (SELECT sso_requirement_mark(c) FROM sso_connections c
      WHERE c.partner_id = asked.target_id));
  END IF;
  INSERT INTO admin_requests SELECT asked.*;
  RETURN 'done';
END
$$;
