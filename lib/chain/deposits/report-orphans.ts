import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import type { Network } from "@/lib/chain/networks";
import { formatUsd } from "@/lib/money";
import { findVanished } from "./find-vanished";
import { type CreditedTransfer, listOrphans } from "./store";

const MAX_CHECKED = 20;

function alertOf({ chain }: Network, deposit: CreditedTransfer) {
  const { id, txHash, partnerId, cardId, token } = deposit;
  const whose = cardId ? `card ${cardId}` : `partner ${partnerId}`;
  const text =
    `${formatUsd(deposit.amountMicroUsd)} ${token.toUpperCase()} were credited to ${whose} from transaction ${txHash}, ` +
    `which is no longer on ${chain}. Look for the transaction in an explorer: this alert closes by itself when it comes ` +
    "back. If it does not, the money is missing from custody: agree with the partner on its return.";
  return { kind: "deposit_orphaned", subject: id, text } as const;
}

/** Opens an alert for each of these deposits that a reorganisation took off the chain. Answers how many there are. */
export async function reportOrphans(
  network: Network,
  suspects: readonly CreditedTransfer[],
): Promise<number> {
  const vanished = await findVanished(network, suspects);
  for (const deposit of vanished) await openAlert(alertOf(network, deposit));
  return vanished.length;
}

/** Closes the alerts of deposits that came back. */
export async function closeFoundOrphans(network: Network): Promise<void> {
  const open = await listOrphans(network.chain, MAX_CHECKED);
  const vanished = new Set((await findVanished(network, open)).map(({ id }) => id));
  for (const { id } of open)
    if (!vanished.has(id)) await closeAlert({ kind: "deposit_orphaned", subject: id });
}
