-- What lists are filtered by stands in the index that orders them: a filtered page and its count read the partner's part
-- of one index and no table, whichever filters are combined. Each takes the place of the same index without it.

DROP INDEX "card_transactions_partner_id_created_at_id_idx";
CREATE INDEX "card_transactions_partner_id_created_at_id_idx" ON "card_transactions"("partner_id", "created_at" DESC, "id" DESC)
  INCLUDE ("status", "type", "amount_micro_usd");
DROP INDEX "card_transactions_card_id_created_at_id_idx";
CREATE INDEX "card_transactions_card_id_created_at_id_idx" ON "card_transactions"("card_id", "created_at" DESC, "id" DESC)
  INCLUDE ("status", "type", "amount_micro_usd");

DROP INDEX "wallet_transactions_partner_id_id_idx";
CREATE INDEX "wallet_transactions_partner_id_id_idx" ON "wallet_transactions"("partner_id", "id" DESC)
  INCLUDE ("created_at", "type", "category", "amount_micro_usd", "card_id");

DROP INDEX "cards_partner_id_id_idx";
CREATE INDEX "cards_partner_id_id_idx" ON "cards"("partner_id", "id" DESC)
  INCLUDE ("status", "funding_type", "last4");
-- As users are looked for (0007): by the beginning, byte by byte, whatever the database's collation.
CREATE INDEX "cards_name_search_idx" ON "cards"("partner_id", lower(card_name) text_pattern_ops);
