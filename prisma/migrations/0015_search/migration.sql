-- A card is looked for by the digits that people read out.
CREATE INDEX "cards_partner_id_last4_id_idx" ON "cards"("partner_id", "last4", "id" DESC);
