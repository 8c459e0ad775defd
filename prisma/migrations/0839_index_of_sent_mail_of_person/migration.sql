-- Finds whether a person got a later message of the same kind, without reading the messages of all others.
CREATE INDEX CONCURRENTLY mail_outbox_sent_of_person ON mail_outbox(person_id, kind, sent_at) WHERE sent_at IS NOT NULL;
