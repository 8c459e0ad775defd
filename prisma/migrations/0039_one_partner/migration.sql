-- What belongs to a user or a card belongs to their partner, too: its rows name both, and no row can name another's. Only
-- the code held that before. The keys with the partner in them are also what a database that shards by partner asks for.

CREATE UNIQUE INDEX "users_id_partner_id_key" ON "users"("id", "partner_id");
CREATE UNIQUE INDEX "cards_id_partner_id_key" ON "cards"("id", "partner_id");

ALTER TABLE kyc_sessions
  DROP CONSTRAINT kyc_sessions_user,
  ADD CONSTRAINT kyc_sessions_user FOREIGN KEY (user_id, partner_id) REFERENCES users (id, partner_id);
ALTER TABLE cards
  DROP CONSTRAINT cards_user,
  ADD CONSTRAINT cards_user FOREIGN KEY (user_id, partner_id) REFERENCES users (id, partner_id);
ALTER TABLE card_transactions
  DROP CONSTRAINT card_transactions_card,
  ADD CONSTRAINT card_transactions_card FOREIGN KEY (card_id, partner_id) REFERENCES cards (id, partner_id);

-- A card's accounts are opened, and its address is given, before its row is there: these two wait for the commit.
ALTER TABLE deposit_addresses
  ADD CONSTRAINT deposit_addresses_card FOREIGN KEY (card_id, partner_id) REFERENCES cards (id, partner_id)
    DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ledger.accounts
  ADD CONSTRAINT accounts_card FOREIGN KEY (card_id, partner_id) REFERENCES cards (id, partner_id)
    DEFERRABLE INITIALLY DEFERRED;
-- Without a partner it is nobody's, and stands in suspense.
ALTER TABLE deposits
  ADD CONSTRAINT deposits_card FOREIGN KEY (card_id, partner_id) REFERENCES cards (id, partner_id);
