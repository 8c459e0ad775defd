-- The daily comparison of our cards with those of the card issuer is stored with the other checks.
ALTER TABLE checks DROP CONSTRAINT checks_kind;
ALTER TABLE checks ADD CONSTRAINT checks_kind
  CHECK (kind IN ('audit_log', 'invariants', 'reconciliation', 'issuer_cards'));
