import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { log } from "@/lib/kernel/log";
import { formatUsd } from "@/lib/kernel/money";
import { describeCause } from "./describe-cause";
import { endAlertsOfChain } from "./end-alerts-of-chain";
import type { Reconciliation } from "./reconcile";
import type { ChainReconciliation, TokenReconciliation } from "./reconciliation";

const MAX_CAUSES = 3;

interface TokenDifference {
  chain: string;
  block: ChainReconciliation["block"];
  token: TokenReconciliation;
}

function textOf({ chain, block, token }: TokenDifference): string {
  const { differenceMicroUsd, expectedMicroUsd, causes } = token;
  const isMore = differenceMicroUsd > 0n;
  const by = formatUsd(isMore ? differenceMicroUsd : -differenceMicroUsd);
  const listed = causes.slice(0, MAX_CAUSES).map((cause) => `${describeCause(cause)}.`);
  const more = causes.length > MAX_CAUSES ? [`And ${causes.length - MAX_CAUSES} more.`] : [];
  return [
    `${token.token} on ${chain} at block ${block.number}: ${by} ${isMore ? "more" : "less"} than the ${formatUsd(expectedMicroUsd)} in the ledger.`,
    ...(causes.length > 0 ? listed : ["The cause was not found."]),
    ...more,
  ].join(" ");
}

async function raise(difference: TokenDifference): Promise<void> {
  const about = {
    kind: "reconciliation",
    subject: `${difference.chain}:${difference.token.token}`,
  } as const;
  if (difference.token.differenceMicroUsd === 0n) return closeAlert(about);
  const differenceMicroUsd = difference.token.differenceMicroUsd.toString();
  log().error({ subject: about.subject, differenceMicroUsd }, "books and chain differ");
  await openAlert({ ...about, text: textOf(difference) });
}

async function raiseBooksAlert(differenceMicroUsd: bigint): Promise<void> {
  const about = { kind: "reconciliation", subject: "books" } as const;
  if (differenceMicroUsd === 0n) return closeAlert(about);
  const text = `The ledger's liabilities and own funds do not match custody. The difference is ${formatUsd(differenceMicroUsd)} USD.`;
  await openAlert({ ...about, text });
}

/**
 * Reports the result of a reconciliation: a difference opens an alert with its possible causes, and equality closes the
 * alert. The alert of an unreachable chain stays unchanged, and alerts about a chain that was turned off end. Returns the
 * numbers of equal, unequal and unreachable chains.
 */
export async function raiseDifferenceAlerts({
  books,
  chains,
  booksDifferenceMicroUsd,
}: Reconciliation): Promise<Record<string, number>> {
  await raiseBooksAlert(booksDifferenceMicroUsd);
  const counts = { equal: 0, unequal: 0, unreachable: 0 };
  for (const outcome of chains) {
    if (outcome.state === "off")
      await endAlertsOfChain(outcome.chain, books.custodyByChain.get(outcome.chain) ?? 0n);
    if (outcome.state === "unreachable") counts.unreachable += 1;
    if (outcome.state !== "equal" && outcome.state !== "unequal") continue;
    counts[outcome.state] += 1;
    const { chain, block, tokens } = outcome;
    for (const token of tokens) await raise({ chain, block, token });
  }
  return counts;
}
