-- Finds and counts a partner's deposits to an address in the order of the list.
CREATE INDEX CONCURRENTLY deposits_partner_to_idx ON deposits(partner_id, lower(to_address), id DESC);
