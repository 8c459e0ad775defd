import { alertRow } from "@/lib/alerts/alert-row";
import { type ChangeSet, decideAndCommit } from "@/lib/ledger";
import type { UserStatus } from "@/lib/users/states";
import { findPerson, type PersonState } from "./store";

/** A provider's report that a decision about a person may no longer hold, without another decision. */
interface Withdrawal {
  userId: string;
  /** By the provider's clock, as the times of decisions. */
  withdrawnAt: Date;
  /** The provider's words for it, in a sentence for people. */
  text: string;
}

/** Whether a report adds nothing: a decision came after it, or it was recorded before, perhaps with a later one. */
const isOutdated = ({ lastDecidedAt, ...known }: PersonState, { withdrawnAt }: Withdrawal) =>
  [lastDecidedAt, known.withdrawnAt].some((at) => at !== null && withdrawnAt <= at);

function changeSetOf(person: PersonState, { userId, withdrawnAt, text }: Withdrawal): ChangeSet {
  const { partnerId, version, status, openSessionId, lastSessionId } = person;
  const sessionId = openSessionId ?? lastSessionId;
  if (sessionId === null) return {};
  return {
    partnerId,
    update: {
      // A session has no version: the user's makes a concurrent decision stale.
      users: [{ id: userId, version, set: {} }],
      kyc_sessions: [{ id: sessionId, set: { withdrawnAt } }],
    },
    insert: {
      alerts: status === "approved" ? [alertRow({ kind: "kyc_reset", subject: userId, text })] : [],
    },
  };
}

/**
 * Records that a provider withdrew its decision about a person without another one: an approved user keeps the status, and an alert
 * asks the operators. For another user the time is kept, because an approval from before it can still arrive. Returns the user's
 * status; undefined when there is no such user, or the user is deleted.
 */
export function recordWithdrawal(withdrawal: Withdrawal): Promise<UserStatus | undefined> {
  return decideAndCommit<PersonState | undefined, UserStatus | undefined>(
    () => findPerson(withdrawal.userId),
    (person) => ({
      changeSet: person && !isOutdated(person, withdrawal) ? changeSetOf(person, withdrawal) : {},
      result: person?.status,
    }),
  );
}
