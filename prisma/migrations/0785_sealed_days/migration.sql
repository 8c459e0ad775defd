-- Only the last sealed day was ever compared with its signed roots again: a change of older postings that kept all sums was never
-- found. Each hour a part of the days is recomputed now, whose place and result are those of a check of their own.
ALTER TABLE checks DROP CONSTRAINT checks_kind;
ALTER TABLE checks ADD CONSTRAINT checks_kind CHECK (kind IN
  ('audit_log', 'invariants', 'reconciliation', 'issuer_cards', 'card_postings', 'recent_entries', 'sealed_days'));
