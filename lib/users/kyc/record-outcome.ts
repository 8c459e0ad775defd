import { now } from "@/lib/kernel/clock";
import { decideAndCommit } from "@/lib/ledger";
import type { UserStatus } from "@/lib/users/states";
import { outcomeChangeSet } from "./outcome-change-set";
import type { ProviderOutcome } from "./port";
import { findSession, type SessionState } from "./store";

export interface RecordedOutcome {
  serviceId: string;
  /** The user's current status. */
  status: UserStatus;
  /** False for an outcome that was already known or is out of date. */
  recorded: boolean;
}

function isNews(
  { outcome, completedAt }: SessionState,
  { status, decidedAt }: ProviderOutcome,
): boolean {
  return outcome !== status && (completedAt === null || decidedAt > completedAt);
}

/**
 * Records a provider's outcome; no other function does. One commit contains the user's status, the end of the check, a
 * new check when more is needed, and the event. The same outcome of the same session a second time changes nothing and
 * emits no event. Returns undefined when the session does not exist or its user is deleted. Source: spec: User KYC and
 * `user.kyc-event`.
 */
export async function recordOutcome(
  outcome: ProviderOutcome,
): Promise<RecordedOutcome | undefined> {
  return decideAndCommit<SessionState | undefined, RecordedOutcome | undefined>(
    () => findSession(outcome.sessionId),
    (session) => {
      if (!session) return { changeSet: {}, result: undefined };
      const { id: serviceId, status } = session.user;
      if (!isNews(session, outcome))
        return { changeSet: {}, result: { serviceId, status, recorded: false } };
      const decided = outcomeChangeSet(session, outcome, now());
      return {
        changeSet: decided.changeSet,
        result: { serviceId, status: decided.status, recorded: true },
      };
    },
  );
}
