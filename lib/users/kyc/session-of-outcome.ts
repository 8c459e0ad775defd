import type { PersonOutcome } from "./port";
import { findPerson, type PersonState } from "./store";

/**
 * A provider may report one decision with two times: in its callback, and when it is polled. Nobody can open a new check,
 * complete it and have it decided in this time.
 */
const SAME_DECISION_MS = 120_000;

/** A repeated request for more, from before the person opened the link that the first one made. */
function isRepeated(
  { openedAt, lastOutcome, lastDecidedAt }: PersonState,
  { status, decidedAt }: PersonOutcome,
): boolean {
  if (lastDecidedAt === null || status !== "needsVerification") return false;
  if (openedAt !== null && openedAt <= decidedAt) return false;
  return lastOutcome === status && decidedAt.getTime() - lastDecidedAt.getTime() < SAME_DECISION_MS;
}

/**
 * Returns the check that a provider's decision about a person belongs to: the open one, or else the one that was decided
 * last, whose outcome a later decision changes. Undefined for a decision that is known already or older than the last one.
 * Both times are the provider's, so a wrong clock here changes nothing but the recognition of a repeated request.
 */
export function sessionOfOutcome(state: PersonState, outcome: PersonOutcome): string | undefined {
  const { lastDecidedAt } = state;
  if (lastDecidedAt !== null && outcome.decidedAt <= lastDecidedAt) return undefined;
  if (isRepeated(state, outcome)) return undefined;
  return state.openSessionId ?? state.lastSessionId ?? undefined;
}

/** Like `sessionOfOutcome`, of the user's state now; undefined also for a deleted user. */
export async function findSessionOfOutcome(outcome: PersonOutcome): Promise<string | undefined> {
  const person = await findPerson(outcome.userId);
  return person && sessionOfOutcome(person, outcome);
}
