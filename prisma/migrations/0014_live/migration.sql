-- Who follows changes in a session is cut off the moment that it ends, or that the person is another's, disabled, or of
-- another role.
CREATE FUNCTION announce_person_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('person_changed', coalesce(to_jsonb(NEW) ->> 'person_id', to_jsonb(NEW) ->> 'id'));
  RETURN NULL;
END
$$;
CREATE TRIGGER announce AFTER UPDATE OF revoked_at ON sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION announce_person_change();
CREATE TRIGGER announce AFTER UPDATE OF role, partner_id, disabled_at ON people FOR EACH ROW
  WHEN ((OLD.role, OLD.partner_id, OLD.disabled_at) IS DISTINCT FROM (NEW.role, NEW.partner_id, NEW.disabled_at))
  EXECUTE FUNCTION announce_person_change();
