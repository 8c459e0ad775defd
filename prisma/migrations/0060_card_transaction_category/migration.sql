-- Card transactions are filtered by category, as cross-border fees have the type of their purchase. The two indexes that
-- order the lists contain every filtered column (0010), so the category joins them.

DROP INDEX "card_transactions_partner_id_created_at_id_idx";
CREATE INDEX "card_transactions_partner_id_created_at_id_idx" ON "card_transactions"("partner_id", "created_at" DESC, "id" DESC)
  INCLUDE ("status", "type", "amount_micro_usd", "category");
DROP INDEX "card_transactions_card_id_created_at_id_idx";
CREATE INDEX "card_transactions_card_id_created_at_id_idx" ON "card_transactions"("card_id", "created_at" DESC, "id" DESC)
  INCLUDE ("status", "type", "amount_micro_usd", "category");
