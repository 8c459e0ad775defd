import { Secret, TOTP } from "otpauth";
import { seal, unseal } from "@/lib/kernel/seal";

/** The parameters that every authenticator app supports. Source: RFC 6238. */
const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 };
const SECRET_BYTES = 20;
/** The name that the authenticator shows beside the codes. */
const ISSUER = "Partner wallet";
/**
 * The number of steps before and after the current one that are accepted, because clocks differ and typing takes time.
 */
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

/** Seals a secret for another owner: an invited person gets an id only when the invitation is accepted. */
export function resealTotpSecret(sealed: string, from: Owner, to: Owner): string {
  return seal(unseal(sealed, contextOf(from)), contextOf(to));
}

/** The link that authenticators open, with the name that they show beside the codes. */
export function otpauthUrl(email: string, secret: string): string {
  const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?issuer=${encodeURIComponent(ISSUER)}&secret=${secret}`;
}

/** The number of the 30-second step for which a code is valid; undefined if it is invalid at that time. */
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
 * True if a code is the person's at that time. Within its window a code may confirm several actions: an approver may
 * decide on several withdrawals within half a minute, and each decision is also bound to a session.
 */
export function isTotpCode(sealed: string, owner: Owner, code: string, at: Date): boolean {
  return totpStepOf(sealed, owner, code, at) !== undefined;
}
