-- What card issuers report about disputes by events, kept as the history of a dispute: the inbox deletes its events after
-- 30 days, and a dispute takes longer.

CREATE TABLE card_dispute_events (
  id text NOT NULL,
  dispute_id text NOT NULL,
  type text NOT NULL,
  detail text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT card_dispute_events_pkey PRIMARY KEY (id),
  CONSTRAINT card_dispute_events_dispute FOREIGN KEY (dispute_id) REFERENCES card_disputes(id)
);
CREATE INDEX card_dispute_events_dispute_id_idx ON card_dispute_events(dispute_id);
CREATE INDEX card_disputes_issuer_dispute_id_idx ON card_disputes(issuer_dispute_id) WHERE issuer_dispute_id IS NOT NULL;

GRANT SELECT, INSERT ON card_dispute_events TO partner_wallet_app;
