import { Secret, TOTP } from "otpauth";
import { seal, unseal } from "@/lib/kernel/seal";

/** Source: RFC 6238 with what every authenticator app takes. */
const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 };
const SECRET_BYTES = 20;
/** What the authenticator shows beside the codes. */
const ISSUER = "Partner wallet";
/** Steps before and after the current one that are taken too: clocks differ, and people type. */
const WINDOW_STEPS = 1;

interface Owner {
  personId: string;
  partnerId: string | null;
}

function contextOf({ personId, partnerId }: Owner) {
  return { partnerId: partnerId ?? "", rowId: personId, field: "totp" };
}

/** A new secret for a person: in base32 for the authenticator, and sealed for the database. */
export function newTotpSecret(owner: Owner): { secret: string; sealed: string } {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, sealed: seal(secret, contextOf(owner)) };
}

/** A secret that was sealed for one owner, for another: who is invited gets an id only when they come. */
export function resealTotpSecret(sealed: string, from: Owner, to: Owner): string {
  return seal(unseal(sealed, contextOf(from)), contextOf(to));
}

/** The link that authenticators open, with the name that they show beside the codes. */
export function otpauthUrl(email: string, secret: string): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?issuer=${encodeURIComponent(ISSUER)}&secret=${secret}`;
}

/** The number of the 30 seconds for which a code is the person's; undefined when it is none at that moment. */
export function totpStepOf(
  sealed: string,
  owner: Owner,
  code: string,
  at: Date,
): number | undefined {
  const totp = new TOTP({
    ...PARAMETERS,
    secret: Secret.fromBase32(unseal(sealed, contextOf(owner))),
  });
  const token = code.replaceAll(" ", "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = at.getTime();
  const delta = totp.validate({ token, timestamp, window: WINDOW_STEPS });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/**
 * Whether a code is the person's at that moment. A code may confirm several things within its window: an approver decides
 * on several withdrawals in half a minute, and each decision is bound to a session besides.
 */
export function isTotpCode(sealed: string, owner: Owner, code: string, at: Date): boolean {
  return totpStepOf(sealed, owner, code, at) !== undefined;
}
