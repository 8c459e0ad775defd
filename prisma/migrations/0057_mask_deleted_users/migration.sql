-- What the service stored about a person is masked in the transaction that deletes the user: the name on the cards, the
-- bodies of KYC events, and what receivers answered to those. Source: docs/decisions/0047-data-of-deleted-users.md

CREATE FUNCTION mask_user(deleted_id text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  owner text;
  masked text[];
BEGIN
  SELECT partner_id INTO STRICT owner FROM users WHERE id = deleted_id AND deleted_at IS NOT NULL;
  UPDATE cards SET card_name = 'Deleted user' WHERE user_id = deleted_id;
  masked := ARRAY(SELECT id FROM webhook_events
    WHERE partner_id = owner AND resource_id = deleted_id AND type = 'user.kyc-event' ORDER BY id);
  -- Whoever records an attempt holds its delivery: an attempt is either seen here, or sees that the user is deleted.
  PERFORM FROM webhook_deliveries WHERE event_id = ANY (masked) ORDER BY event_id FOR UPDATE;
  UPDATE webhook_attempts SET response_body = '' WHERE partner_id = owner AND event_id = ANY (masked) AND response_body <> '';
  -- The fields stay, as the contract names them.
  UPDATE webhook_events e SET body = json_build_object(
      'event', b.body -> 'event', 'timestamp', b.body -> 'timestamp',
      'data', (SELECT json_object_agg(d.key,
          CASE WHEN d.key IN ('serviceId', 'status') THEN d.value ELSE to_json(''::text) END)
        FROM json_each(b.body -> 'data') d))::text
    FROM (SELECT id, body::json AS body FROM webhook_events WHERE id = ANY (masked)) b
    WHERE e.id = b.id;
END
$$;
REVOKE ALL ON FUNCTION mask_user(text) FROM PUBLIC;

CREATE FUNCTION mask_deleted_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM mask_user(NEW.id);
  RETURN NULL;
END
$$;
-- Before the counters, which every transaction locks last: triggers run in the order of their names.
CREATE TRIGGER a_mask_deleted_user AFTER UPDATE OF deleted_at ON users FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION mask_deleted_user();

-- A delivery that was under way at the deletion can still bring an answer that repeats what was sent.
CREATE FUNCTION mask_late_answer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT resource_id FROM webhook_events WHERE id = NEW.event_id AND type = 'user.kyc-event' OFFSET 0) e
      JOIN users u ON u.id = e.resource_id WHERE u.deleted_at IS NOT NULL) THEN
    NEW.response_body := '';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER mask_late_answer BEFORE INSERT ON webhook_attempts FOR EACH ROW
  WHEN (NEW.response_body <> '') EXECUTE FUNCTION mask_late_answer();

-- Users that were deleted before.
SELECT mask_user(id) FROM users WHERE deleted_at IS NOT NULL;
