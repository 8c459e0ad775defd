import type { SanctionsFacts } from "./service-state";
import { type Trouble, trouble } from "./trouble";
import { duration } from "./words";

const HOUR_MS = 3_600_000;
const STALE_LIST_MS = 48 * HOUR_MS;

/** Returns the troubles of the sanctions list: there is none, or it is older than 48 hours. */
export function sanctionsTroubles(sanctions: SanctionsFacts | null, at: Date): Trouble[] {
  if (!sanctions) return [];
  const action =
    "Check the file or URL of SANCTIONS_LIST and the job refresh-sanctions-list, which retries automatically.";
  const { fetchedAt } = sanctions;
  if (fetchedAt === null) {
    const text = "No sanctions list was loaded. No withdrawal can be approved or sent.";
    return [trouble("withdrawals", "failed", "", text, action)];
  }
  const ageMs = at.getTime() - fetchedAt.getTime();
  if (ageMs <= STALE_LIST_MS) return [];
  const text = `The sanctions list was last fetched ${duration(ageMs)} ago.`;
  return [trouble("withdrawals", "attention", "", text, action)];
}
