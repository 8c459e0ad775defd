-- Trigger: tells every process to drop what it has cached of an API key or a partner that changed.
CREATE OR REPLACE FUNCTION public.announce_caller_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('caller_changed', coalesce(to_jsonb(NEW) ->> 'partner_id', to_jsonb(NEW) ->> 'id'));
  RETURN NULL;
END
$$;
