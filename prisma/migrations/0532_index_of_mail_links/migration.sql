-- Finds the links of ended messages, which are erased every five seconds, without reading all messages.
CREATE INDEX CONCURRENTLY mail_outbox_links_idx ON mail_outbox(id) WHERE link_sealed IS NOT NULL AND due_at IS NULL;
