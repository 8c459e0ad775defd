-- The Health page shows when each outside provider last worked, its last failure and its callbacks, over all processes.
CREATE TABLE provider_status (
  provider text NOT NULL,
  succeeded_at timestamptz(3),
  failed_at timestamptz(3),
  failing_since timestamptz(3),
  failure text,
  callback_at timestamptz(3),
  callback_lag_ms integer,
  callbacks bigint NOT NULL DEFAULT 0,
  CONSTRAINT provider_status_pkey PRIMARY KEY (provider)
);
GRANT SELECT, INSERT, UPDATE ON provider_status TO partner_wallet_app;
