-- Finds whether a partner has withdrawals to an address, and when it last paid one, without reading each of them. In one column, so that no
-- other index has the same expression: of two, PostgreSQL may choose the one that does not have the times.
CREATE INDEX CONCURRENTLY withdrawals_paid_address_idx ON withdrawals((partner_id || lower(to_address)), completed_at)
  WHERE status IN ('pending', 'approved', 'completed');
