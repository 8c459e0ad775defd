-- Trigger: the owners and developers of a partner get an e-mail when the service has paused their webhook endpoint. A person
-- who pauses it also clears failing_since.
CREATE OR REPLACE FUNCTION public.mail_paused_endpoint() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'webhook_paused', 'webhooks', jsonb_build_object('host', substring(NEW.url FROM '://([^/?#]+)'),
      'failingSince', NEW.failing_since), NEW.paused_at, interval '0', interval '3 days')
    FROM people p WHERE p.partner_id = NEW.partner_id AND p.role IN ('owner', 'developer');
  RETURN NULL;
END
$$;
