-- Finds the applicants of a provider that are polled next, without reading those of a former provider, which stay due.
CREATE INDEX CONCURRENTLY kyc_applicants_provider_poll_due_at_idx ON kyc_applicants(provider, poll_due_at);
