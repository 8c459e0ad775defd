import { now } from "@/lib/kernel/clock";
import { type ChangeSet, decideAndCommit } from "@/lib/ledger";
import type { UserStatus } from "@/lib/users/states";
import { endedAlertsOf, outcomeChangeSet } from "./outcome-change-set";
import type { ProviderOutcome } from "./port";
import { findSession, type SessionState } from "./store";

export interface RecordedOutcome {
  serviceId: string;
  /** The user's current status. */
  status: UserStatus;
  /** False for an outcome that was already known or is out of date. */
  recorded: boolean;
}

const isNewer = ({ completedAt }: SessionState, { decidedAt }: ProviderOutcome): boolean =>
  completedAt === null || decidedAt > completedAt;

/**
 * Records that the provider made the same decision again. Otherwise an opposite decision from between the two, which
 * arrives later, would count as newer than both.
 */
const repeatedChangeSet = (session: SessionState, outcome: ProviderOutcome): ChangeSet => {
  const { id, partnerId, user } = session;
  return {
    partnerId,
    update: {
      // A session has no version: the user's makes a concurrent decision stale.
      users: [{ id: user.id, version: user.version, set: {} }],
      kyc_sessions: [{ id, set: { completedAt: outcome.decidedAt } }],
      alerts: endedAlertsOf(session, outcome, now()),
    },
  };
};

/**
 * Records a provider's outcome; no other function does. One commit contains the user's status, the end of the check, a
 * new check when more is needed, and the event. The same outcome of the same session a second time changes only the time
 * that later decisions must exceed, and emits no event. Returns undefined when the session does not exist or its user is
 * deleted. Source: spec: User KYC and `user.kyc-event`.
 */
export async function recordOutcome(
  outcome: ProviderOutcome,
): Promise<RecordedOutcome | undefined> {
  return decideAndCommit<SessionState | undefined, RecordedOutcome | undefined>(
    () => findSession(outcome.sessionId),
    (session) => {
      if (!session) return { changeSet: {}, result: undefined };
      const { id: serviceId, status } = session.user;
      const known = { serviceId, status, recorded: false };
      if (!isNewer(session, outcome)) return { changeSet: {}, result: known };
      if (session.outcome === outcome.status)
        return { changeSet: repeatedChangeSet(session, outcome), result: known };
      const decided = outcomeChangeSet(session, outcome, now());
      return {
        changeSet: decided.changeSet,
        result: { serviceId, status: decided.status, recorded: true },
      };
    },
  );
}
