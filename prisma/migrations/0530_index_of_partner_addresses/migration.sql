-- The withdrawals of a partner to an address, and to those that only look like it, without reading all withdrawals to one address.
CREATE INDEX CONCURRENTLY withdrawals_partner_address_idx
  ON withdrawals((partner_id || lower(left(to_address, 6)) || lower(right(to_address, 4))), lower(to_address));
