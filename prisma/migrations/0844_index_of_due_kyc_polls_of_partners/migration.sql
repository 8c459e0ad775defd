-- Finds the partners with polls at an identity provider, and the first of each.
CREATE INDEX CONCURRENTLY kyc_applicants_poll_of_partner ON kyc_applicants(provider, coalesce(partner_id, ''), poll_due_at) WHERE poll_due_at IS NOT NULL;
