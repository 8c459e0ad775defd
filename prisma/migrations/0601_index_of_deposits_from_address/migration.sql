-- Finds and counts a partner's deposits from an address in the order of the list.
CREATE INDEX CONCURRENTLY deposits_partner_from_idx ON deposits(partner_id, lower(from_address), id DESC);
