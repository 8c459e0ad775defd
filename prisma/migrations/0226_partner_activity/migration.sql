-- The console sorts partners by card volume and by last activity. Both are sums and lookups over each partner's rows, so a
-- job stores them: docs/decisions/0097-order-of-partners.md
CREATE TABLE partner_activity (
  partner_id text PRIMARY KEY REFERENCES partners (id),
  card_volume_micro_usd bigint NOT NULL CONSTRAINT partner_activity_volume_not_negative CHECK (card_volume_micro_usd >= 0),
  last_active_at timestamptz(3)
);
COMMENT ON TABLE partner_activity IS 'What the list of partners is ordered by. Written by the job rank-partners.';
COMMENT ON COLUMN partner_activity.card_volume_micro_usd IS 'What the cards of the partner spent in the last 30 days.';
COMMENT ON COLUMN partner_activity.last_active_at IS 'The latest request or wallet transaction; null without any.';
GRANT SELECT, INSERT, UPDATE ON partner_activity TO partner_wallet_app;
