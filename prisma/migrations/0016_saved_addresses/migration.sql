-- Where a partner sends money to, under names of its own. What was changed or removed stands in the audit log.
CREATE TABLE saved_addresses (
    "id" TEXT NOT NULL,
    "partner_id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "saved_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "saved_addresses_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_addresses_partner" FOREIGN KEY (partner_id) REFERENCES partners (id),
    CONSTRAINT "saved_addresses_person" FOREIGN KEY (saved_by) REFERENCES people (id),
    CONSTRAINT "saved_addresses_address" CHECK (address ~ '^0x[a-fA-F0-9]{40}$')
);
-- Neither an address under two names, nor two addresses under one that people take for the same.
CREATE UNIQUE INDEX "saved_addresses_address_key" ON "saved_addresses"("partner_id", lower(address));
CREATE UNIQUE INDEX "saved_addresses_label_key" ON "saved_addresses"("partner_id", lower(label));

-- Where a partner's money went before, and what only looks like it: by the ends of an address, all that people compare.
CREATE INDEX "withdrawals_partner_ends_idx"
  ON "withdrawals"("partner_id", lower(left(to_address, 6)), lower(right(to_address, 4)));

GRANT SELECT, INSERT, DELETE, UPDATE (label) ON saved_addresses TO partner_wallet_app;
