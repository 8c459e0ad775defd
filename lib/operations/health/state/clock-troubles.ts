import { describeClockOffset, isClockOffsetTolerated } from "@/lib/db/require-equal-clocks";
import type { DatabaseFacts } from "./service-state";
import { type Trouble, troublesOf } from "./trouble";
import { duration } from "./words";

/** Troubles of the clock that dates the entries of the ledger. Source: docs/operating.md, PartnerWalletBooksAheadOfClock */
export function clockTroubles({ clocks: { offsetS, closedAheadS } }: DatabaseFacts): Trouble[] {
  const { found, failed } = troublesOf("database");
  if (!isClockOffsetTolerated(offsetS))
    failed(
      `${describeClockOffset(offsetS)} No hour and no day of the books is closed until they agree.`,
      "Find out which host's clock is wrong (timedatectl), and synchronize it. See docs/operating.md, PartnerWalletClocksDiffer",
    );
  if (closedAheadS > 0)
    failed(
      `The clock was ahead and was set back. For another ${duration(closedAheadS * 1_000)} new entries of the books get the ` +
        "time at which the last closed period ends.",
      "If that is hours, wait. If it is days, stop the service and decide about a restore: see docs/operating.md, PartnerWalletBooksAheadOfClock",
    );
  return found;
}
