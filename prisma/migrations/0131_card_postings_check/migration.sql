-- The reconciliation with the card issuer is a check; it reads the postings of a period.
ALTER TABLE checks DROP CONSTRAINT checks_kind;
ALTER TABLE checks ADD CONSTRAINT checks_kind
  CHECK (kind IN ('audit_log', 'invariants', 'reconciliation', 'issuer_cards', 'card_postings'));
CREATE INDEX network_messages_sent_at_idx ON network_messages(sent_at, id)
  WHERE kind IN ('capture', 'refund', 'refund_reversal');
