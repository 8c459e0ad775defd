/** The error codes of passkeys and single sign-on, which are part of `ERRORS`. */
export const SIGN_IN_ERRORS = {
  PASSKEY_INVALID: [
    400,
    "The passkey could not be verified. Start again, and use the same browser.",
  ],
  PASSKEY_NOT_FOUND: [404, "Passkey not found. It was removed, or it is not yours."],
  PASSKEY_LIMIT: [409, "At most 10 passkeys can be registered. Remove one first."],
  PASSKEYS_UNAVAILABLE: [
    409,
    "Passkeys need a host name, and this service is reached by an IP address. Ask the operator for its host name.",
  ],
  SSO_NOT_SET: [404, "Single sign-on is not set up. Save the identity provider first."],
  SSO_ISSUER_UNUSABLE: [
    400,
    "The identity provider's configuration could not be used. Check the issuer URL and try again.",
  ],
  SSO_DOMAIN_NOT_FOUND: [404, "This domain is not on the list. Add it first."],
  SSO_DOMAIN_UNPROVEN: [
    409,
    "The TXT record was not found. DNS changes can take an hour: check the record and try again.",
  ],
  SSO_DOMAIN_TAKEN: [
    409,
    "Another company has verified this domain. If it is yours, contact support.",
  ],
  SSO_DOMAIN_LIMIT: [409, "A company has at most 20 domains. Remove one first."],
  SSO_ONLY_NOT_READY: [
    409,
    "Single sign-on cannot be the only way to sign in yet. Sign in with it once, and name an owner with two-factor authentication for break-glass access.",
  ],
  SSO_IS_REQUIRED: [
    409,
    "Single sign-on is required, and nobody has signed in with the new issuer yet. Stop requiring it first, save the new issuer, sign in with it once, and require it again.",
  ],
  SSO_CHANGED: [
    409,
    "Another owner changed single sign-on after you read it, so nothing was saved. Check the present settings, then make your change again.",
  ],
  SSO_NOT_REQUIRED: [
    409,
    "This partner does not require single sign-on. Its people can sign in by password.",
  ],
  LAST_BREAK_GLASS_OWNER: [
    409,
    "This is the last owner with break-glass access, and single sign-on is required. Name another owner with two-factor authentication for break-glass access, or stop requiring single sign-on.",
  ],
  SSO_IDENTITY_NOT_FOUND: [404, "This person has no linked single sign-on account."],
} as const satisfies Record<string, readonly [number, string]>;
