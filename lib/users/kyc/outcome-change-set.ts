import type { NewAlert } from "@/lib/alerts/alert";
import { alertRow } from "@/lib/alerts/alert-row";
import type { ChangeSet } from "@/lib/ledger";
import { STATUS_AFTER_OUTCOME, type UserStatus } from "@/lib/users/states";
import { emit } from "@/lib/webhooks/emit";
import type { EventData } from "@/lib/webhooks/events";
import { UNSPECIFIED_DENIAL } from "./denial-codes";
import { newSession } from "./new-session";
import type { ProviderOutcome } from "./port";
import type { SessionState } from "./store";

interface Decided {
  changeSet: ChangeSet;
  status: UserStatus;
}

/** Returns the outcome's codes in the format of the event; a denial always has a code. */
function reasonOf({ status, codes }: ProviderOutcome): string | null {
  if (codes.length > 0) return codes.join(",");
  return status === "denied" ? UNSPECIFIED_DENIAL : null;
}

/** Whether the provider withdrew this decision before it arrived here. */
const isWithdrawn = ({ withdrawnAt }: SessionState, { decidedAt }: ProviderOutcome): boolean =>
  withdrawnAt !== null && withdrawnAt > decidedAt;

/** An alert if a user with cards loses the approval: the cards stay as they are (decision 0010). */
function lossOf({ user, partnerId, provider }: SessionState, status: UserStatus): NewAlert[] {
  if (user.status !== "approved" || status === "approved" || user.openCards === 0) return [];
  const text = `User ${user.id} of partner ${partnerId} was approved, is now ${status} (${provider}), and has ${user.openCards} open cards.`;
  return [{ kind: "kyc_approval_lost", subject: user.id, text }];
}

/** An alert if an approval arrives after its withdrawal, which had nobody to report about. */
function lateApprovalOf(session: SessionState, outcome: ProviderOutcome): NewAlert[] {
  const { user, provider, withdrawnAt } = session;
  if (outcome.status !== "approved" || !withdrawnAt || !isWithdrawn(session, outcome)) return [];
  const text = `User ${user.id} is approved by a decision of ${outcome.decidedAt.toISOString()}, and ${provider} withdrew it at ${withdrawnAt.toISOString()}.`;
  return [{ kind: "kyc_reset", subject: user.id, text }];
}

/**
 * The end of these alerts: when the user is approved again, and when no withdrawn approval is left, also by the same decision as
 * before. A decision that is reported twice can have a later time the second time.
 */
export function endedAlertsOf(session: SessionState, outcome: ProviderOutcome, at: Date) {
  const isApproved = outcome.status === "approved";
  const ended = session.user.openAlerts.filter(({ kind }) =>
    kind === "kyc_reset" ? !isApproved || !isWithdrawn(session, outcome) : isApproved,
  );
  return ended.map(({ id }) => ({ id, set: { closedAt: at } }));
}

/**
 * Builds the change set of an outcome, whatever the user's status was. Source: spec: User KYC and `user.kyc-event`
 * data.
 */
export function outcomeChangeSet(
  session: SessionState,
  outcome: ProviderOutcome,
  at: Date,
): Decided {
  const { user, partnerId } = session;
  const status = STATUS_AFTER_OUTCOME[outcome.status];
  const reason = outcome.status === "approved" ? null : reasonOf(outcome);
  const next =
    outcome.status === "needsVerification"
      ? newSession({ userId: user.id, partnerId, at })
      : undefined;
  const data: EventData["user.kyc-event"] = {
    serviceId: user.id,
    status: outcome.status,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    ...(outcome.status === "denied" && reason !== null && { reason }),
    ...(next && { verificationLink: next.url }),
  };
  // The reason is also kept when another check is needed: the next verification page shows it to the person.
  const userChange = { status, denialReason: reason, kycSessionId: next?.id ?? null };
  const sessionChange = { completedAt: outcome.decidedAt, outcome: outcome.status };
  return {
    changeSet: {
      update: {
        users: [{ id: user.id, version: user.version, set: userChange }],
        kyc_sessions: [{ id: session.id, set: sessionChange }],
        alerts: endedAlertsOf(session, outcome, at),
      },
      insert: {
        kyc_sessions: next ? [next.row] : [],
        alerts: [...lossOf(session, status), ...lateApprovalOf(session, outcome)].map(alertRow),
      },
      events: [emit({ partnerId, resourceId: user.id, type: "user.kyc-event", data, at })],
    },
    status,
  };
}
