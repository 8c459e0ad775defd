-- The addresses of the treasury's and the relayer's keys. Processes without keys read them here, and a process whose keys
-- have other addresses does not sign. Rows are only added: the newest version of a purpose is in use.

CREATE TABLE signer_addresses (
  purpose text NOT NULL,
  version integer NOT NULL,
  address text NOT NULL,
  since timestamptz(3) NOT NULL,
  CONSTRAINT signer_addresses_pkey PRIMARY KEY (purpose, version),
  CONSTRAINT signer_addresses_purpose CHECK (purpose IN ('treasury', 'relayer')),
  CONSTRAINT signer_addresses_version CHECK (version > 0),
  CONSTRAINT signer_addresses_address CHECK (address ~ '^0x[0-9a-fA-F]{40}$')
);
COMMENT ON TABLE signer_addresses IS 'The addresses of the keys that sign on chains; the newest version of a purpose is in use. Rows are only added.';
COMMENT ON COLUMN signer_addresses.purpose IS 'treasury pays withdrawals; relayer sends transactions and pays their gas';
COMMENT ON COLUMN signer_addresses.version IS '1 for the first key, one more with each rotation';
COMMENT ON COLUMN signer_addresses.address IS 'EIP-55 checksummed; the same on every chain';
COMMENT ON COLUMN signer_addresses.since IS 'When the key came into use';

GRANT SELECT, INSERT ON signer_addresses TO partner_wallet_app;
