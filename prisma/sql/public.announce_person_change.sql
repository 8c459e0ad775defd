-- Trigger: tells every process to end the live updates of a session that has ended, or of a person who was disabled or
-- has another role.
CREATE OR REPLACE FUNCTION public.announce_person_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('person_changed', coalesce(to_jsonb(NEW) ->> 'person_id', to_jsonb(NEW) ->> 'id'));
  RETURN NULL;
END
$$;
