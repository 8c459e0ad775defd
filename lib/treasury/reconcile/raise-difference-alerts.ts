import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { log } from "@/lib/kernel/log";
import { formatUsd } from "@/lib/kernel/money";
import { describeCause } from "./describe-cause";
import type { Reconciliation } from "./reconcile";
import type { ChainReconciliation, TokenReconciliation } from "./reconciliation";

const MAX_TOLD = 3;

interface Told {
  chain: string;
  block: ChainReconciliation["block"];
  token: TokenReconciliation;
}

function textOf({ chain, block, token }: Told): string {
  const { differenceMicroUsd, expectedMicroUsd, causes } = token;
  const isMore = differenceMicroUsd > 0n;
  const by = formatUsd(isMore ? differenceMicroUsd : -differenceMicroUsd);
  const told = causes.slice(0, MAX_TOLD).map((cause) => `${describeCause(cause)}.`);
  const more = causes.length > MAX_TOLD ? [`And ${causes.length - MAX_TOLD} more.`] : [];
  return [
    `${token.token} on ${chain} at block ${block.number}: ${by} ${isMore ? "more" : "less"} than the ${formatUsd(expectedMicroUsd)} in the ledger.`,
    ...(causes.length > 0 ? told : ["The cause was not found."]),
    ...more,
    "Run npm run reconcile for details. See docs/treasury.md for the procedure.",
  ].join(" ");
}

async function raise(told: Told): Promise<void> {
  const about = { kind: "reconciliation", subject: `${told.chain}:${told.token.token}` } as const;
  if (told.token.differenceMicroUsd === 0n) return closeAlert(about);
  const differenceMicroUsd = told.token.differenceMicroUsd.toString();
  log().error({ subject: about.subject, differenceMicroUsd }, "books and chain differ");
  await openAlert({ ...about, text: textOf(told) });
}

async function raiseBooksAlert(differenceMicroUsd: bigint): Promise<void> {
  const about = { kind: "reconciliation", subject: "books" } as const;
  if (differenceMicroUsd === 0n) return closeAlert(about);
  const text = `The ledger's liabilities and own funds do not match custody. The difference is ${formatUsd(differenceMicroUsd)}. Run npm run audit.`;
  await openAlert({ ...about, text });
}

/**
 * Reports the result of a reconciliation: a difference opens an alert with its possible causes, and equality closes the
 * alert. The alert of an unreachable chain stays unchanged. Returns the numbers of equal, unequal and unreachable
 * chains.
 */
export async function raiseDifferenceAlerts({
  chains,
  booksDifferenceMicroUsd,
}: Reconciliation): Promise<Record<string, number>> {
  await raiseBooksAlert(booksDifferenceMicroUsd);
  const counts = { equal: 0, unequal: 0, unreachable: 0 };
  for (const outcome of chains) {
    if (outcome.state === "unreachable") counts.unreachable += 1;
    if (outcome.state !== "equal" && outcome.state !== "unequal") continue;
    counts[outcome.state] += 1;
    const { chain, block, tokens } = outcome;
    for (const token of tokens) await raise({ chain, block, token });
  }
  return counts;
}
