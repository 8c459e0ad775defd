-- Passkeys (WebAuthn credentials) of people, and the challenges that they sign. docs/decisions/0102-passkeys.md

CREATE TABLE passkeys (
  id text NOT NULL,
  person_id text NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[],
  is_backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_person FOREIGN KEY (person_id) REFERENCES people(id),
  CONSTRAINT passkeys_counter CHECK (counter >= 0),
  CONSTRAINT passkeys_transports CHECK (transports IS NOT NULL)
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys(credential_id);
CREATE INDEX passkeys_person_id_id_idx ON passkeys(person_id, id);
COMMENT ON TABLE passkeys IS 'Passkeys of people. Only public keys; a private key never leaves its authenticator.';
COMMENT ON COLUMN passkeys.credential_id IS 'The id that the authenticator gave it, base64url.';
COMMENT ON COLUMN passkeys.public_key IS 'The public key as a COSE key, base64url. APPROVER_KEYS has the SHA-256 of its bytes.';
COMMENT ON COLUMN passkeys.counter IS 'The signature counter of its last use; 0 for authenticators that do not count.';
COMMENT ON COLUMN passkeys.is_backed_up IS 'The authenticator copies it to other devices of the person.';

CREATE TABLE passkey_challenges (
  challenge text NOT NULL,
  purpose text NOT NULL,
  person_id text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge),
  CONSTRAINT passkey_challenges_person FOREIGN KEY (person_id) REFERENCES people(id),
  CONSTRAINT passkey_challenges_purpose CHECK (purpose IN ('register', 'sign_in')),
  CONSTRAINT passkey_challenges_whose CHECK ((purpose = 'register') = (person_id IS NOT NULL))
);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges(expires_at);
COMMENT ON TABLE passkey_challenges IS 'Challenges that an authenticator may sign once, within five minutes. A used one is deleted.';
COMMENT ON COLUMN passkey_challenges.person_id IS 'The person who registers a passkey; null at a sign-in, where nobody is known yet.';

GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO partner_wallet_app;
GRANT SELECT, INSERT, DELETE ON passkey_challenges TO partner_wallet_app;
