-- A cardholder whose creation had no response is at the issuer, with the person's data, and unknown here. When its user was deleted,
-- nobody found it again. Source: docs/decisions/0067-outside-card-issuers.md
CREATE TABLE cardholder_attempts (
  issuer text NOT NULL,
  user_id text NOT NULL REFERENCES users (id),
  started_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, issuer)
);
COMMENT ON TABLE public.cardholder_attempts IS 'A cardholder that is being created at an issuer. Deleted when its id is stored; a row that stays had no response.';
COMMENT ON COLUMN public.cardholder_attempts.issuer IS 'The card issuer.';
COMMENT ON COLUMN public.cardholder_attempts.user_id IS 'The card user.';
COMMENT ON COLUMN public.cardholder_attempts.started_at IS 'When it began.';

GRANT SELECT, INSERT, UPDATE, DELETE ON cardholder_attempts TO partner_wallet_app;
