-- Lets the people of a partner sign in by password again, as a confirmed request of an administrator asks; the connection stays. Every
-- owner gets an e-mail, which cannot be switched off. Returns 'done', or 'stale' when the requirement has changed meanwhile.
CREATE OR REPLACE FUNCTION public.end_sso_requirement(r admin_requests, at timestamptz) RETURNS text LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE sso_connections c SET is_only = false, only_set_at = at WHERE c.partner_id = r.target_id
    AND sso_requirement_mark(c) = r.details ->> 'requirementMark';
  IF NOT FOUND THEN
    RETURN 'stale';
  END IF;
  PERFORM queue_mail(p, 'sso_not_required', NULL, jsonb_build_object('issuer', r.details ->> 'issuer', 'at', at), at, interval '0',
      interval '3 days')
    FROM people p WHERE p.partner_id = r.target_id AND p.role = 'owner';
  RETURN 'done';
END
$$;
