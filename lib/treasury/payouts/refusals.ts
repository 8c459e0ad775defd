import { HOUR_MS } from "@/lib/kernel/durations";
import { perProcess } from "@/lib/kernel/per-process";
import { Refusals } from "../refusals";

const RETRY_MS = 15_000;
/** How long a refused transfer comes after those that were not refused. */
const KNOWN_FOR_MS = HOUR_MS;

/**
 * The refused transfers. Each is skipped for a while and tried after the others then: more of them than are tried in that time
 * would otherwise keep those behind them from ever being processed.
 */
export const refusedTransfers = perProcess(
  "refusedTransfers",
  () => new Refusals({ retryMs: RETRY_MS, knownForMs: KNOWN_FOR_MS }),
);
