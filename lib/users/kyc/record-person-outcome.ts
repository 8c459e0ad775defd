import type { PersonOutcome } from "./port";
import { recordOutcome } from "./record-outcome";
import { sessionOfOutcome } from "./session-of-outcome";
import { findPerson } from "./store";

/** `unknown`: there is no such user, or the user is deleted. `known`: nothing changed. */
export type PersonResult = "recorded" | "known" | "unknown";

/** Records a provider's decision about a person. The same decision a second time changes nothing. */
export async function recordPersonOutcome(outcome: PersonOutcome): Promise<PersonResult> {
  const person = await findPerson(outcome.userId);
  if (!person) return "unknown";
  const sessionId = sessionOfOutcome(person, outcome);
  if (sessionId === undefined) return "known";
  const { userId: _, ...decision } = outcome;
  const result = await recordOutcome({ ...decision, sessionId });
  if (!result) return "unknown";
  return result.recorded ? "recorded" : "known";
}
