-- Trigger: the administrators who can be the second one for a new request get an e-mail. It cannot be switched off, because
-- it is about what one administrator may not do alone.
CREATE OR REPLACE FUNCTION public.mail_admin_request() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'second_administrator', NULL, jsonb_build_object('requestId', NEW.id, 'kind', NEW.kind,
      'targetName', CASE WHEN NEW.target_id LIKE 'ptn_%' THEN (SELECT t.name FROM partners t WHERE t.id = NEW.target_id)
        WHEN NEW.target_id LIKE 'prs_%' THEN (SELECT t.name FROM people t WHERE t.id = NEW.target_id)
        ELSE NEW.details ->> 'email' END,
      'requestedBy', q.name, 'expiresAt', NEW.expires_at), NEW.created_at, interval '0', NEW.expires_at - NEW.created_at)
    FROM people p JOIN people q ON q.id = NEW.requested_by
    WHERE p.partner_id IS NULL AND p.role = 'admin'
      AND obstacle_of_request(NEW, p, q, NEW.expires_at) IS NULL;
  RETURN NULL;
END
$$;
