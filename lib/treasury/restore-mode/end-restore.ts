import { closeAlert } from "@/lib/alerts/close-alert";
import { chainReady } from "@/lib/chain/check-network";
import { rpcUrl } from "@/lib/chain/client";
import { NETWORKS, type Network } from "@/lib/chain/networks";
import { runAudited } from "@/lib/kernel/audit-context";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { reconcile } from "../reconcile/reconcile";
import { countUnknownPending } from "../restored/check-relayer";
import { foundText, listUnsettled } from "../restored/found-alerts";
import { RESTORE_ALERT } from "../restored/restore-mode";
import { scanTreasury } from "../restored/scan-treasury";
import {
  closeRestore,
  findDepositCursor,
  findOpenRestore,
  listRepeatedWithdrawals,
  type Restore,
} from "../restored/sql-store";
import { COMMAND } from "./begin-restore";
import { listDifferentIssuers, listUnreadIssuers } from "./issuer-obstacles";

async function chainObstacles(network: Network): Promise<string[]> {
  const { chain } = network;
  if (!(await chainReady(network)))
    return [`The node of ${chain} is away, or of another chain or token.`];
  const { confirmed, unconfirmed, fault } = await scanTreasury(network);
  const cursor = await findDepositCursor(chain);
  const found = unconfirmed.map(
    (txHash) => `The payout ${txHash} on ${chain} is unknown here and not confirmed yet.`,
  );
  if (fault) found.push(`Payouts may be missing: ${fault}. Wait, or use another node.`);
  const pending = await countUnknownPending(network);
  if (pending > 0n)
    found.push(
      `${pending} transactions of the relayer on ${chain} are unknown here and not mined yet. Wait until they are.`,
    );
  if (cursor === undefined || cursor < confirmed)
    found.push(
      `Deposits on ${chain} are read up to block ${cursor ?? "none"} of ${confirmed}. Start a worker, and wait.`,
    );
  return found;
}

/** Whether the service ever read a chain. One that never had a node signed nothing. */
async function wasAnyRead(networks: readonly Network[]): Promise<boolean> {
  const cursors = await Promise.all(networks.map(({ chain }) => findDepositCursor(chain)));
  return cursors.some((cursor) => cursor !== undefined);
}

/**
 * Returns what must be done before restore mode can end: chains and issuers to read, payouts to book, requests that repeat
 * one.
 */
async function obstacles(restore: Restore): Promise<string[]> {
  const known = NETWORKS[env().SERVICE_ENVIRONMENT];
  const networks = known.filter((network) => rpcUrl(network));
  if (networks.length === 0 && (await wasAnyRead(known)))
    return ["No chain has a node: set RPC_URL_…"];
  const ofChains = await Promise.all(networks.map(chainObstacles));
  const unsettled = await listUnsettled();
  const repeated = await listRepeatedWithdrawals();
  return [
    ...ofChains.flat(),
    ...(await listUnreadIssuers(restore)),
    ...unsettled.map((each) => `Not in the books: ${foundText(each)}`),
    ...repeated.map(
      ({ withdrawalId, txHash }) =>
        `${withdrawalId} was approved before ${txHash} was found, which paid the same amount to the same address. Fail it on its page; the partner requests it again if it is another payment.`,
    ),
  ];
}

/** Compares the books with chains and issuers. Returns what differs. */
async function listDifferences(): Promise<string[]> {
  const { isEqual } = await reconcile({ isWhole: true });
  const chains = "The books and a chain differ: npm run reconcile names the transfers.";
  return [...(isEqual ? [] : [chains]), ...(await listDifferentIssuers())];
}

type Ended =
  | { kind: "ended" }
  /** Restore mode is off. */
  | { kind: "off" }
  | { kind: "refused"; obstacles: string[] };

interface EndOptions {
  /** Accepts that the books differ from a chain or an issuer, because of something that is known and no payout. */
  allowDifference: boolean;
}

/**
 * Ends restore mode: from the commit on payouts, sweeps and their gas are signed again. Refused until every chain is read
 * to its confirmed head, each issuer's events were read, every payout that was found is in the books, and books, chains and
 * issuers are equal.
 * Source: docs/decisions/0110-restored-database.md
 * @throws Error when the mode began anew meanwhile; the node's, the issuer's or the database's error.
 */
export async function endRestore(
  personId: string,
  { allowDifference }: EndOptions,
): Promise<Ended> {
  const restore = await findOpenRestore();
  if (!restore) return { kind: "off" };
  const found = await obstacles(restore);
  if (found.length === 0 && !allowDifference) found.push(...(await listDifferences()));
  if (found.length > 0) return { kind: "refused", obstacles: found };
  const at = now();
  const context = {
    personId,
    partnerId: null,
    ...{ action: "restore_mode.off", targetId: restore.id, before: null },
    after: { madeBy: COMMAND, allowDifference },
    ...{ ipAddress: null, requestId: newId("req"), at },
  };
  if (!(await runAudited(context, () => closeRestore(restore.id, personId, at)))) {
    if (await findOpenRestore())
      throw new Error(
        "Somebody began restore mode anew at the same time. It is on: run this again.",
      );
    return { kind: "off" };
  }
  await closeAlert(RESTORE_ALERT);
  return { kind: "ended" };
}
