-- The Health page shows the history of each component and of each background job. A job writes one row of each at a fixed
-- interval and deletes rows after a month.
CREATE TABLE health_samples (
  sampled_at timestamptz(3) NOT NULL,
  component text NOT NULL,
  state text NOT NULL,
  value double precision,
  total integer,
  failed integer,
  CONSTRAINT health_samples_pkey PRIMARY KEY (sampled_at, component),
  CONSTRAINT health_samples_state CHECK (state IN ('up', 'degraded', 'down')),
  CONSTRAINT health_samples_counts CHECK (total >= 0 AND failed BETWEEN 0 AND total)
);
GRANT SELECT, INSERT, DELETE ON health_samples TO partner_wallet_app;
