import { HOUR_MS } from "@/lib/kernel/durations";
import { isOlder } from "./limits";
import type { SanctionsFacts } from "./service-state";
import { type Trouble, troublesOf } from "./trouble";
import { durationSince } from "./words";

const STALE_LIST_MS = 48 * HOUR_MS;
const CHECK_LIST =
  "Check the file or URL of SANCTIONS_LIST and the job refresh-sanctions-list, which retries automatically.";

/** Returns the troubles of the sanctions list: there is none, or it is older than 48 hours. */
export function sanctionsTroubles(sanctions: SanctionsFacts | null, at: Date): Trouble[] {
  const { found, failed, attention } = troublesOf("withdrawals");
  if (sanctions === null) return found;
  const { fetchedAt } = sanctions;
  if (fetchedAt === null)
    failed("No sanctions list was loaded. No withdrawal can be approved or sent.", CHECK_LIST);
  else if (isOlder(fetchedAt, at, STALE_LIST_MS))
    attention(
      `The sanctions list was last fetched ${durationSince(fetchedAt, at)} ago.`,
      CHECK_LIST,
    );
  return found;
}
