-- All queues lease a row by a column of its own, so that one statement serves them; see lib/db/queue.ts.
ALTER TABLE issuer_events ADD COLUMN leased_until timestamptz(3);
ALTER TABLE kyc_applicants ADD COLUMN erase_leased_until timestamptz(3);
