import { decideAndCommit } from "@/lib/ledger";
import { STATUS_AFTER_OPENING } from "@/lib/users/states";
import { adviceFor } from "./denial-codes";
import { sessionOfToken } from "./link";
import type { CheckRequest } from "./port";
import { kycProvider } from "./provider";
import { returnUrl } from "./return-url";
import { SANDBOX } from "./sandbox";
import { findSession, type SessionState } from "./store";
import { verificationResult } from "./verification-result";
import type { VerificationView } from "./verification-view";

/** Whether this check is completed or replaced by a newer one. */
function isOver({ id, completedAt, user }: SessionState): boolean {
  return completedAt !== null || user.kycSessionId !== id;
}

/** Records that the person opened the link. Source: design 7: `pending_kyc` once the person opens the link. */
function markOpened(sessionId: string, at: Date): Promise<SessionState | undefined> {
  return decideAndCommit(
    () => findSession(sessionId),
    (session) => {
      if (!session || isOver(session) || session.expiresAt <= at)
        return { changeSet: {}, result: session };
      const { user, partnerId } = session;
      const status = STATUS_AFTER_OPENING[user.status];
      const users = status ? [{ id: user.id, version: user.version, set: { status } }] : [];
      const sessions = session.openedAt ? [] : [{ id: session.id, set: { openedAt: at } }];
      const update = { users, kyc_sessions: sessions };
      return { changeSet: { partnerId, update }, result: session };
    },
  );
}

function checkRequest({ id, user, redirectUrl }: SessionState): CheckRequest {
  const { firstName, lastName, email, phoneNumber, countryCode } = user;
  return {
    sessionId: id,
    person: { firstName, lastName, email, phoneNumber, countryCode },
    returnUrl: returnUrl(redirectUrl, user.id),
  };
}

/**
 * Returns what a verification link shows to the person. Undefined when the link's signature is not ours or the user is
 * deleted. The first opening changes the status `pending` to `pending_kyc` and starts the check at the provider.
 */
export async function openVerification(
  token: string,
  at: Date,
): Promise<VerificationView | undefined> {
  const sessionId = sessionOfToken(token);
  const session = sessionId === undefined ? undefined : await markOpened(sessionId, at);
  if (!session) return undefined;
  const { user } = session;
  const asked = { partnerName: session.partnerName, isSandbox: session.provider === SANDBOX };
  if (session.expiresAt <= at) return { kind: "expired", ...asked };
  if (isOver(session)) return { kind: "closed", ...asked, ...verificationResult(session) };
  const place = await kycProvider().startCheck(checkRequest(session));
  if (place.kind === "redirect") return { kind: "redirect", url: place.url };
  return {
    kind: "open",
    ...asked,
    sessionId: session.id,
    firstName: user.firstName,
    countryCode: user.countryCode,
    resubmission: session.isRepeat ? { advice: adviceFor(user.reason) } : undefined,
  };
}
