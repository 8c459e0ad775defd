-- Single sign-on by OpenID Connect: docs/decisions/0108-single-sign-on.md

CREATE TABLE sso_connections (
  id text NOT NULL,
  partner_id text NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret_sealed text NOT NULL,
  role_claim text,
  role_rules jsonb NOT NULL DEFAULT '[]',
  is_only boolean NOT NULL DEFAULT false,
  break_glass text[] DEFAULT ARRAY[]::text[],
  used_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  changed_at timestamptz(3) NOT NULL,
  CONSTRAINT sso_connections_pkey PRIMARY KEY (id),
  CONSTRAINT sso_connections_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  CONSTRAINT sso_connections_break_glass CHECK (break_glass IS NOT NULL),
  CONSTRAINT sso_connections_only CHECK (NOT is_only OR cardinality(break_glass) > 0),
  CONSTRAINT sso_connections_failure CHECK ((failed_at IS NULL) = (failure IS NULL))
);
COMMENT ON TABLE sso_connections IS 'The identity provider of a partner''s people; the operator''s is in the settings of the service';
COMMENT ON COLUMN sso_connections.client_secret_sealed IS 'the client secret at the identity provider, sealed';
COMMENT ON COLUMN sso_connections.role_claim IS 'the claim whose values decide about roles; null: roles come from invitations';
COMMENT ON COLUMN sso_connections.role_rules IS 'a list of {value, role}; the first rule whose value the claim has gives the role';
COMMENT ON COLUMN sso_connections.is_only IS 'the partner''s people cannot sign in by password, except those in break_glass';
COMMENT ON COLUMN sso_connections.break_glass IS 'the people who may sign in by password and second factor while is_only';
COMMENT ON COLUMN sso_connections.used_at IS 'the last sign-in since the connection was changed';
COMMENT ON COLUMN sso_connections.failure IS 'why the last refused sign-in was refused, in the codes of lib/people/sso/sign-in/failures.ts';
CREATE UNIQUE INDEX sso_connections_partner_id_key ON sso_connections(partner_id);

CREATE TABLE sso_domains (
  partner_id text NOT NULL,
  domain text NOT NULL,
  token text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  verified_at timestamptz(3),
  CONSTRAINT sso_domains_pkey PRIMARY KEY (partner_id, domain),
  CONSTRAINT sso_domains_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
COMMENT ON TABLE sso_domains IS 'E-mail domains of partners; people bind accounts of an identity provider only by e-mails of verified ones';
COMMENT ON COLUMN sso_domains.token IS 'the value of the TXT record that proves the domain';
CREATE UNIQUE INDEX sso_domains_verified ON sso_domains(domain) WHERE verified_at IS NOT NULL;

CREATE TABLE sso_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  person_id text NOT NULL,
  partner_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT sso_identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT sso_identities_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id)
);
COMMENT ON TABLE sso_identities IS 'Accounts of identity providers, each bound to one person at its first use';
COMMENT ON COLUMN sso_identities.partner_id IS 'the partner of the person; null for operators';
CREATE UNIQUE INDEX sso_identities_person_id_key ON sso_identities(person_id);
CREATE INDEX sso_identities_partner_id_idx ON sso_identities(partner_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON sso_connections, sso_domains, sso_identities TO partner_wallet_app;

-- Gives a person of a partner the role that the claims of the identity provider stand for, at a sign-in. The last owner
-- and people with break-glass access keep their roles. With fewer rights, the person's open invitations and the API keys
-- that the new role may not hold end, as in change_person. Returns the former role; null when nothing changed.
CREATE OR REPLACE FUNCTION public.apply_sso_role(partner text, person text, new_role text, at timestamptz) RETURNS text
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  old_role text;
BEGIN
  IF partner IS NULL OR new_role NOT IN ('owner', 'developer', 'viewer') THEN
    RAISE EXCEPTION 'roles of the operator come by invitation' USING ERRCODE = 'PW003';
  END IF;
  PERFORM lock_people_of(partner);
  SELECT role INTO old_role FROM people WHERE id = person AND partner_id = partner AND disabled_at IS NULL;
  IF NOT FOUND OR old_role = new_role THEN
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM sso_connections c WHERE c.partner_id = partner AND person = ANY (c.break_glass)) THEN
    RETURN NULL;
  END IF;
  IF old_role = 'owner' AND NOT EXISTS (
      SELECT FROM people p WHERE p.partner_id = partner AND p.role = 'owner' AND p.disabled_at IS NULL AND p.id <> person) THEN
    RETURN NULL;
  END IF;
  UPDATE people SET role = new_role WHERE id = person;
  IF new_role <> 'owner' THEN
    UPDATE invitations SET revoked_at = at WHERE invited_by = person AND accepted_at IS NULL AND revoked_at IS NULL;
  END IF;
  PERFORM revoke_keys_beyond_role(person, new_role, person, '{}', at);
  RETURN old_role;
END
$$;
