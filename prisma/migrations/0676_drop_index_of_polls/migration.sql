-- kyc_applicants_provider_poll_due_at_idx has taken its place.
DROP INDEX kyc_applicants_poll_due_at_idx;
