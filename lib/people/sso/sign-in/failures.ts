/**
 * Why a sign-in by single sign-on was refused. The sign-in page has a text for each code (components/sign-in), and owners
 * see the code of the last refusal in words in the settings. The database stores these names.
 */
export const SSO_FAILURES = [
  /** No connection for the email's domain. */
  "unavailable",
  /** The provider did not respond, or not with what OpenID Connect requires. */
  "provider_down",
  /** The provider refused our client: a wrong client ID or secret. */
  "provider_refused",
  /** The keys of the provider exceed 100 kB, or another response 1 MB. */
  "response_too_large",
  /** The provider did not let the person in. */
  "denied",
  /** The sign-in took too long, was begun in another browser, or its response came twice. */
  "expired",
  /** The ID token is not valid: signature, issuer, audience, time or nonce. */
  "token_invalid",
  "email_unverified",
  "foreign_domain",
  /** No person and no open invitation has the email, or the person was removed. */
  "not_invited",
  /** The person's email is bound to another account of the provider. */
  "other_account",
  /** An internal error of this service. */
  "failed",
] as const;

export type SsoFailure = (typeof SSO_FAILURES)[number];

/** A refused sign-in. */
export class SsoRefusal extends Error {
  override readonly name = "SsoRefusal";
  readonly failure: SsoFailure;

  constructor(failure: SsoFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}
