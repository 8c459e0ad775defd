-- A person is one applicant at the identity provider, whatever the number of our links; the provider's data of a deleted user
-- are erased by a job, which finds here what is left to do.

CREATE TABLE kyc_applicants (
  user_id text NOT NULL,
  provider text NOT NULL,
  ordinal integer NOT NULL,
  session_id text NOT NULL,
  provider_id text,
  created_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  poll_due_at timestamptz(3),
  polls integer NOT NULL DEFAULT 0,
  erase_due_at timestamptz(3),
  erase_attempts integer NOT NULL DEFAULT 0,
  erased_at timestamptz(3),
  CONSTRAINT kyc_applicants_pkey PRIMARY KEY (user_id, provider, ordinal),
  CONSTRAINT kyc_applicants_user FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT kyc_applicants_session FOREIGN KEY (session_id) REFERENCES kyc_sessions(id),
  CONSTRAINT kyc_applicants_erased CHECK (erased_at IS NULL OR erase_due_at IS NULL)
);
CREATE UNIQUE INDEX kyc_applicants_provider_provider_id_key ON kyc_applicants(provider, provider_id);
CREATE INDEX kyc_applicants_poll_due_at_idx ON kyc_applicants(poll_due_at);
CREATE INDEX kyc_applicants_erase_due_at_idx ON kyc_applicants(erase_due_at);

-- Failed attempts of a person, each counted once, however often the provider reports it.
CREATE TABLE kyc_attempts (
  provider text NOT NULL,
  attempt_id text NOT NULL,
  user_id text NOT NULL,
  code text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT kyc_attempts_pkey PRIMARY KEY (provider, attempt_id),
  CONSTRAINT kyc_attempts_user FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX kyc_attempts_user_id_code_idx ON kyc_attempts(user_id, code);

GRANT SELECT, INSERT, UPDATE ON kyc_applicants TO partner_wallet_app;
GRANT SELECT, INSERT ON kyc_attempts TO partner_wallet_app;

-- Trigger: requests the erasure of a deleted user's data at the identity provider, in the transaction that deletes the user.
-- Source: docs/decisions/0066-identity-providers.md
CREATE OR REPLACE FUNCTION public.request_kyc_erasure() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE kyc_applicants SET erase_due_at = now(), poll_due_at = NULL WHERE user_id = NEW.id AND erased_at IS NULL;
  RETURN NULL;
END
$$;

-- Before the counters, which every transaction locks last: triggers run in the order of their names.
CREATE TRIGGER a_request_kyc_erasure AFTER UPDATE OF deleted_at ON users FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION request_kyc_erasure();
