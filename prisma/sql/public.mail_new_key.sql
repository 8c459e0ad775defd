-- Trigger: the owners of a partner, and the person who created the key, get an e-mail about each new API key.
CREATE OR REPLACE FUNCTION public.mail_new_key() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_mail(p, 'api_key_created', NULL, jsonb_build_object('name', NEW.name, 'hint', NEW.hint,
      'scopes', to_jsonb(NEW.scopes), 'createdBy', (SELECT name FROM people WHERE id = NEW.created_by)),
    NEW.created_at, interval '0', interval '3 days')
    FROM people p WHERE p.partner_id = NEW.partner_id AND (p.role = 'owner' OR p.id = NEW.created_by);
  RETURN NULL;
END
$$;
