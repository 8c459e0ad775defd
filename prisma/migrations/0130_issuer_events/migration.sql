-- The inbox of events that card issuers send, and up to when their lists of events were read:
-- docs/decisions/0068-messages-of-issuers.md

CREATE TABLE issuer_events (
  issuer text NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  content jsonb,
  issued_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  outcome text NOT NULL,
  attempts integer NOT NULL,
  due_at timestamptz(3),
  applied_at timestamptz(3),
  failure text,
  CONSTRAINT issuer_events_pkey PRIMARY KEY (issuer, id),
  CONSTRAINT issuer_events_issuer CHECK (issuer IN ('stripe', 'lithic')),
  CONSTRAINT issuer_events_outcome CHECK (outcome IN ('pending', 'applied', 'ignored', 'card_unknown', 'failed')),
  CONSTRAINT issuer_events_applied CHECK ((applied_at IS NOT NULL) = (outcome IN ('applied', 'ignored'))),
  CONSTRAINT issuer_events_due CHECK (due_at IS NOT NULL OR outcome <> 'pending')
);
CREATE INDEX issuer_events_due_at_idx ON issuer_events(due_at) WHERE due_at IS NOT NULL;
CREATE INDEX issuer_events_received_at_idx ON issuer_events(received_at);

CREATE TABLE issuer_event_cursors (
  issuer text NOT NULL,
  listed_until timestamptz(3) NOT NULL,
  listed_at timestamptz(3) NOT NULL,
  CONSTRAINT issuer_event_cursors_pkey PRIMARY KEY (issuer)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON issuer_events TO partner_wallet_app;
GRANT SELECT, INSERT, UPDATE ON issuer_event_cursors TO partner_wallet_app;
