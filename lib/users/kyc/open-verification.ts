import { decideAndCommit } from "@/lib/ledger";
import { logoUrlOf } from "@/lib/partners/company/present";
import { STATUS_AFTER_OPENING } from "@/lib/users/states";
import { adviceFor } from "./denial-codes";
import { sessionOfToken, verificationUrl } from "./link";
import type { CheckRequest, PersonOutcome } from "./port";
import { kycProvider } from "./provider";
import { recordPersonOutcome } from "./record-person-outcome";
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

function checkRequest({ id, user, redirectUrl }: SessionState, at: Date): CheckRequest {
  const { firstName, lastName, email, phoneNumber, address: street } = user;
  const { city, region, postalCode, countryCode } = user;
  const address = { street, city, region, postalCode, countryCode };
  return {
    sessionId: id,
    userId: user.id,
    person: { firstName, lastName, email, phoneNumber, address },
    // Without a redirect URL our page shows the result.
    returnUrl: returnUrl(redirectUrl, user.id) ?? verificationUrl(id),
    at,
  };
}

/** Records what the provider has decided, and returns the check with its result. */
async function recordDecision(session: SessionState, outcome: PersonOutcome) {
  const result = await recordPersonOutcome(outcome);
  const { status } = outcome;
  if (result === "recorded") await kycProvider().settleOutcome({ sessionId: session.id, status });
  return (await findSession(session.id)) ?? session;
}

/** The partner that requested a check: the fields of every view. */
const requesterOf = ({ partnerName, logoSha256, provider }: SessionState) => ({
  partnerName,
  logoUrl: logoUrlOf(logoSha256),
  isSandbox: provider === SANDBOX,
});

const viewOfClosed = (session: SessionState) =>
  ({ kind: "closed", ...requesterOf(session), ...verificationResult(session) }) as const;

/** The view of a check that the provider is deciding. */
const viewOfPending = (session: SessionState) =>
  ({
    kind: "pending",
    ...requesterOf(session),
    returnUrl: returnUrl(session.redirectUrl, session.user.id),
  }) as const;

/** Starts the check at the provider, or continues it. */
async function startCheck(session: SessionState, at: Date): Promise<VerificationView> {
  const { user } = session;
  const place = await kycProvider().startCheck(checkRequest(session, at));
  switch (place.kind) {
    case "redirect":
      return { kind: "redirect", url: place.url };
    case "pending":
      return viewOfPending(session);
    case "decided": {
      const decided = await recordDecision(session, place.outcome);
      return isOver(decided) ? viewOfClosed(decided) : viewOfPending(decided);
    }
    case "hosted":
      return {
        kind: "open",
        ...requesterOf(session),
        sessionId: session.id,
        firstName: user.firstName,
        countryCode: user.countryCode,
        resubmission: session.isRepeat ? { advice: adviceFor(user.reason) } : undefined,
      };
  }
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
  if (session.expiresAt <= at) return { kind: "expired", ...requesterOf(session) };
  return isOver(session) ? viewOfClosed(session) : startCheck(session, at);
}
