-- The list of card transactions is filtered by the reasons of declines. Only declined transactions are in this index,
-- so that approved ones do not write it.
CREATE INDEX card_transactions_declined_idx
  ON card_transactions(partner_id, declined_reason, created_at DESC, id DESC) WHERE status = 'declined';
