-- The name and the logo that a partner shows to its users, beside the name that the operator gave the partner.

CREATE TABLE partner_brands (
  partner_id text NOT NULL,
  public_name text,
  logo bytea,
  logo_sha256 text,
  changed_at timestamptz(3) NOT NULL,
  CONSTRAINT partner_brands_pkey PRIMARY KEY (partner_id),
  CONSTRAINT partner_brands_partner FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT partner_brands_public_name_length CHECK (char_length(public_name) BETWEEN 1 AND 100),
  CONSTRAINT partner_brands_logo_size CHECK (octet_length(logo) BETWEEN 1 AND 40960),
  CONSTRAINT partner_brands_logo_hash CHECK (logo_sha256 IS NOT DISTINCT FROM encode(sha256(logo), 'hex'))
);
-- Not unique: two partners may show the same picture.
CREATE INDEX partner_brands_logo_sha256_idx ON partner_brands(logo_sha256) WHERE logo_sha256 IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON partner_brands TO partner_wallet_app;
