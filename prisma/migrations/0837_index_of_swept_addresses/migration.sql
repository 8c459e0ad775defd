-- Finds the sweeps of some deposit addresses, which the daily check of the books compares with their deposits.
CREATE INDEX CONCURRENTLY sweeps_from_address_idx ON sweeps(from_address);
