import { DAY_MS } from "@/lib/kernel/durations";
import type { ServiceState } from "./service-state";
import { type Trouble, troublesOf } from "./trouble";
import { duration } from "./words";

/** Within this time each row of the books is to be compared again, as docs/books.md says. One day more, for a check that was late. */
const MAX_TURN_MS = 31 * DAY_MS;

/** The trouble that the daily checks of the books take too long to compare all rows. */
export function booksTroubles({ booksTurnMs }: ServiceState): Trouble[] {
  const { found, attention } = troublesOf("jobs", "audit-ledger");
  if (booksTurnMs !== null && booksTurnMs > MAX_TURN_MS)
    attention(
      `The daily checks of the books compare all rows within ${duration(booksTurnMs)}. A row that was changed outside the service can stay unnoticed as long.`,
      "Raise LEDGER_CHECK_ROWS, and run npm run audit. See docs/books.md for what a check reads.",
    );
  return found;
}
