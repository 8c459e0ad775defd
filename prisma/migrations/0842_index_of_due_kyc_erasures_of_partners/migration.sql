-- Finds the partners with erasures at identity providers, and the first of each.
CREATE INDEX CONCURRENTLY kyc_applicants_erasure_of_partner ON kyc_applicants(coalesce(partner_id, ''), erase_due_at) WHERE erase_due_at IS NOT NULL;
