-- Finds the partners with updates for an issuer, and the first of each, so that the many of one partner do not hold up those of others.
CREATE INDEX CONCURRENTLY issuer_updates_due_of_partner ON issuer_updates(issuer, coalesce(partner_id, ''), due_at) WHERE due_at IS NOT NULL;
