import type { NewAlert } from "@/lib/alerts/alert";
import { closeAlert } from "@/lib/alerts/close-alert";
import { endCauses } from "@/lib/alerts/end-causes";
import { openAlert } from "@/lib/alerts/open-alert";
import { findSettled } from "@/lib/alerts/sql-store";
import type { Network } from "@/lib/chain/networks";
import { now } from "@/lib/kernel/clock";
import { formatUsd } from "@/lib/kernel/money";
import { compareWithChain } from "./compare-with-chain";
import { matchTransfers, type Replacement } from "./match-transfers";
import { type CreditedTransfer, listAlerted, listCredited, listReturned } from "./store";
import type { Transfer } from "./transfer";

const MAX_CHECKED = 20;
/** Much longer than any reorganization takes, and short enough for a node to have the receipts. */
const MAX_RETURN_AGE_MS = 86_400_000;

const amountOf = ({ amountMicroUsd, token }: CreditedTransfer | Transfer) =>
  `${formatUsd(amountMicroUsd)} ${token.toUpperCase()}`;

function stateOf({ partnerId, cardId }: CreditedTransfer): string {
  const whose = cardId ? `card ${cardId}` : `partner ${partnerId}`;
  // A held deposit names no partner until it is credited.
  return partnerId === null ? "are held for a decision" : `were credited to ${whose}`;
}

function orphanAlert({ chain }: Network, deposit: CreditedTransfer): NewAlert {
  const { id, txHash } = deposit;
  const text = `${amountOf(deposit)} ${stateOf(deposit)}, from transaction ${txHash}, which is in no confirmed block of ${chain} any more.`;
  return { kind: "deposit_orphaned", subject: id, text };
}

/** The alert for a transfer that is on the chain again after a person took its removal for final. */
function returnAlert({ chain }: Network, deposit: CreditedTransfer): NewAlert {
  const { id, txHash } = deposit;
  const text =
    `${amountOf(deposit)} from transaction ${txHash} are on ${chain} again. They ${stateOf(deposit)}. ` +
    "A person had closed the alert about their removal.";
  return { kind: "deposit_returned", subject: id, text };
}

/** The alert for a transfer that is not credited because another transfer from the same place was credited before. */
export function replacementAlert({ transfer, credited }: Replacement): NewAlert {
  const { txHash, chain, toAddress } = transfer;
  const text =
    `Transaction ${txHash} was mined again on ${chain} with another transfer: ${amountOf(transfer)} to ${toAddress}. ` +
    `${amountOf(credited)} to ${credited.toAddress} had been credited as ${credited.id}. That credit remains, and the ` +
    "new transfer is not credited.";
  return { kind: "deposit_replaced", subject: credited.id, text };
}

/** Finds those of the credited transfers whose replacement a person has settled: its alert is not opened again. */
export const findSettledReplacements = (
  credited: readonly CreditedTransfer[],
): Promise<Set<string>> =>
  findSettled(
    "deposit_replaced",
    credited.map(({ id }) => id),
  );

/**
 * Opens an alert for each of these deposits that a reorganization removed from the blocks up to the confirmed one. One that
 * was mined again later can vanish once more, and nothing would look at it then. Returns their number.
 */
export async function reportOrphans(
  network: Network,
  suspects: readonly CreditedTransfer[],
  confirmed: bigint,
): Promise<number> {
  const { vanished } = await compareWithChain(network, suspects, confirmed);
  for (const deposit of vanished) {
    await openAlert(orphanAlert(network, deposit));
    await closeAlert({ kind: "deposit_returned", subject: deposit.id });
  }
  return vanished.length;
}

/**
 * Opens the alert again for deposits that a reorganization removed once more. The rows of deposits have the block of the
 * first time, which may be far from the block in which the transfer came back. Returns their number.
 */
export async function reportRemovedAgain(network: Network, confirmed: bigint): Promise<number> {
  const since = new Date(now().getTime() - MAX_RETURN_AGE_MS);
  const suspects = await listReturned(network.chain, since, MAX_CHECKED);
  return reportOrphans(network, suspects, confirmed);
}

/** Ends the removal of deposits whose transfers are among these confirmed ones. */
export async function reportReturns(network: Network, found: readonly Transfer[]): Promise<void> {
  const credited = await listCredited(
    network.chain,
    found.map(({ txHash }) => txHash),
  );
  const { vanished } = matchTransfers(found, credited);
  const back = new Map(credited.map((deposit) => [deposit.id, deposit]));
  for (const { id } of vanished) back.delete(id);
  await endCauses("deposit_orphaned", [...back.keys()], async (id) => {
    const deposit = back.get(id);
    if (deposit) await openAlert(returnAlert(network, deposit));
  });
}

/**
 * Closes the alerts of deposits that are on the chain again up to the confirmed block, and of those whose place no longer
 * has another transfer there. Without its confirmations a transfer can vanish once more, and nothing would open the alert
 * again. Nor would anything after a node that lags did not show the transaction: its block was read.
 */
export async function closeDepositAlerts(network: Network, confirmed: bigint): Promise<void> {
  const { chain } = network;
  const orphaned = await listAlerted(chain, "deposit_orphaned", MAX_CHECKED);
  const replaced = await listAlerted(chain, "deposit_replaced", MAX_CHECKED);
  const hashes = [...orphaned, ...replaced].map(({ txHash }) => txHash);
  // Compares all credited transfers of these transactions, since one transfer can be at the place of another.
  const gone = await compareWithChain(network, await listCredited(chain, hashes), confirmed);
  const close = async (
    kind: NewAlert["kind"],
    open: CreditedTransfer[],
    still: CreditedTransfer[],
  ) => {
    const ids = new Set(still.map(({ id }) => id));
    for (const { id } of open) if (!ids.has(id)) await closeAlert({ kind, subject: id });
  };
  await close("deposit_orphaned", orphaned, gone.vanished);
  await close("deposit_replaced", replaced, [...gone.replaced, ...gone.notShown]);
}
