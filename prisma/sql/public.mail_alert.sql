-- Trigger: administrators and approvers get an e-mail about each new alert, and the operator's webhook gets a message. The
-- background job sends the latter where the settings name a webhook.
CREATE OR REPLACE FUNCTION public.mail_alert() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  facts jsonb := jsonb_build_object('alertId', NEW.id, 'kind', NEW.kind, 'subject', NEW.subject, 'text', NEW.text,
    'openedAt', NEW.opened_at);
BEGIN
  PERFORM queue_mail(p, 'alert', 'alerts', facts, NEW.opened_at, interval '0', interval '1 day')
    FROM people p WHERE p.partner_id IS NULL AND p.role IN ('admin', 'approver');
  INSERT INTO mail_outbox (id, channel, kind, data, created_at, due_at, expires_at)
    SELECT 'evt_' || replace(gen_random_uuid()::text, '-', ''), 'webhook', 'alert', facts, NEW.opened_at, NEW.opened_at,
      NEW.opened_at + interval '1 day'
    WHERE NEW.opened_at > now() - interval '1 day';
  RETURN NULL;
END
$$;
