-- Finds the partners with disputes to submit or to follow at an issuer, and the first of each.
CREATE INDEX CONCURRENTLY card_disputes_due_of_partner ON card_disputes(issuer, coalesce(partner_id, ''), due_at) WHERE due_at IS NOT NULL;
