-- The search of card transactions by the beginning of the merchant's name, as names are searched elsewhere. Most merchants
-- occur many times, and the index stores each name once, so it is small.
CREATE INDEX card_transactions_merchant_search_idx
  ON card_transactions(partner_id, search_key(merchant_name) text_pattern_ops) WHERE merchant_name <> '';
