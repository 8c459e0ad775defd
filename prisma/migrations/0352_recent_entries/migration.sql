-- The hourly check of the books reads only what is new; the check of everything runs once a day. It has a result of its own.
-- Source: docs/decisions/0119-retention.md
ALTER TABLE checks DROP CONSTRAINT checks_kind;
ALTER TABLE checks ADD CONSTRAINT checks_kind
  CHECK (kind IN ('audit_log', 'invariants', 'reconciliation', 'issuer_cards', 'card_postings', 'recent_entries'));
