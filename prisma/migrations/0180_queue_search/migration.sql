-- The queue of withdrawals is sorted by amount, and searched by amount and by the label of the address.
CREATE INDEX withdrawals_status_amount_micro_usd_id_idx ON withdrawals(status, amount_micro_usd, id);
CREATE INDEX saved_addresses_label_search_idx ON saved_addresses(search_key(label) text_pattern_ops);
