-- Each statement that orders these rows by due time names the issuer, also in the former version.
DROP INDEX issuer_updates_due_at_idx;
DROP INDEX card_disputes_due_at_idx;
