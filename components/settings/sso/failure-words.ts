import type { Sso } from "./queries";

type Reason = NonNullable<NonNullable<Sso["connection"]>["lastFailure"]>["reason"];

/** What an owner does about the last refused sign-in. */
export const FAILURE_WORDS: Record<Reason, string> = {
  unavailable: "Single sign-on was not set up.",
  provider_down: "The identity provider did not respond. Check that it is running and public.",
  provider_refused: "The identity provider refused the client. Check the client ID and secret.",
  response_too_large:
    "The keys of the identity provider exceed 100 kB, or another response 1 MB. Remove old keys, or claims that it sends for a person.",
  denied: "The identity provider did not let the person in.",
  expired: "The sign-in took too long.",
  token_invalid:
    "The ID token was not valid. Check the issuer, the client ID and the clock of the provider.",
  email_unverified:
    "The provider did not say that the email is verified (email_verified). Check its claims.",
  foreign_domain: "The email is not of a verified domain. Add its domain, or invite another email.",
  not_invited: "Nobody here has this email. Invite the person first.",
  other_account:
    "The person is linked to another account of the provider. Unlink it below if it is theirs no more.",
  failed: "Something went wrong on our side.",
};
