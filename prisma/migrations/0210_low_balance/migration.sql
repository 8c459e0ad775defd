-- Below this balance of its wallet a partner sees a notice. Null: the partner set none.
ALTER TABLE partners ADD COLUMN low_balance_micro_usd bigint;
ALTER TABLE partners ADD CONSTRAINT partners_low_balance_positive CHECK (low_balance_micro_usd > 0) NOT VALID;
ALTER TABLE partners VALIDATE CONSTRAINT partners_low_balance_positive;
