-- An approval can have the signature of the approver's passkey. docs/decisions/0103-signed-approvals.md

ALTER TABLE withdrawal_approvals
  ADD COLUMN signature jsonb,
  ADD CONSTRAINT withdrawal_approvals_signature
    CHECK (signature IS NULL OR signature ?& '{credentialId,publicKey,authenticatorData,clientDataJSON,signature}'::text[]);
COMMENT ON COLUMN withdrawal_approvals.signature IS 'The assertion of the approver''s passkey (WebAuthn, base64url) over what is paid; null where no signature was required.';
