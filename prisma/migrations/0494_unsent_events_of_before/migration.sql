-- Finds the events of before that were not sent. Commits in steps, because the erasure of a person waits for the rows. Can be run
-- again.
DO $$
DECLARE
  after_id text := '';
  last_id text;
BEGIN
  LOOP
    SELECT max(id) INTO last_id FROM (SELECT id FROM webhook_events WHERE id > after_id ORDER BY id LIMIT 10000) batch;
    EXIT WHEN last_id IS NULL;
    UPDATE webhook_events e SET is_sent = false WHERE e.id > after_id AND e.id <= last_id AND e.is_sent
      AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id);
    COMMIT;
    after_id := last_id;
  END LOOP;
END
$$;
