-- Finds the partners with e-mails to send, and the first of each, so that the many of one partner do not hold up those of others.
CREATE INDEX CONCURRENTLY mail_outbox_due_of_partner ON mail_outbox(channel, coalesce(partner_id, ''), due_at) WHERE due_at IS NOT NULL;
