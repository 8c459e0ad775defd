import { requireChain } from "@/lib/chain/check-network";
import { confirmationsOf } from "@/lib/chain/confirmations-of";
import { isHeadOld } from "@/lib/chain/is-head-old";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askEach } from "@/lib/chain/read/ask-each";
import { keptRangeSize } from "@/lib/chain/read/range-size";
import { type Block, readBlock } from "@/lib/chain/read/read-block";
import type { BlockSpan } from "@/lib/chain/read/read-logs";
import { readRanges } from "@/lib/chain/read/read-ranges";
import { readClockS } from "@/lib/db/read-clock";
import type { TokenTransfer } from "@/lib/deposits/credit/transfer";
import { larger, smaller } from "@/lib/kernel/bigint";
import { publishChange } from "@/lib/kernel/changes";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { perProcess } from "@/lib/kernel/per-process";
import { payoutNonce } from "../payout-nonce";
import { treasuryAddresses } from "../treasury-addresses";
import { readTransferOf, readUses, type Use } from "./read-uses";
import { noteRestored } from "./restore-mode";
import {
  findKnownAuthorizations,
  findScan,
  findScanStart,
  insertFoundPayout,
  listUnsignedWithdrawals,
  moveScan,
} from "./sql-store";

const MAX_BLOCKS = 2_000;
/** Blocks that are read again, because a node near its head may silently know a range in part. */
const OVERLAP_BLOCKS = 64n;
/** The time of one scan: a long gap is read over several, so that other work does not wait for all of it. */
const MAX_SCAN_MS = 10_000;

/** How far this process has seen each scan. A scan only moves forward, so a lower stored one is that of a copy. */
const seen = perProcess("payoutScans", () => new Map<string, bigint>());

export interface TreasuryScan {
  head: Block;
  /** The number of the newest block with the required confirmations. */
  confirmed: bigint;
  /** Transactions that used an unknown authorization and lack confirmations. */
  unconfirmed: string[];
  /** Why payouts may be missing: the node cannot show all, or not all are read yet. Undefined when none can be. */
  fault: string | undefined;
}

const lower = <Text extends string>(text: Text) => text.toLowerCase() as Text;

/** Finds the withdrawal that an authorization pays: the nonce is the hash of its id. */
async function withdrawalOf(nonce: string, { toAddress, amount }: TokenTransfer) {
  const ids = await listUnsignedWithdrawals(lower(toAddress), amount);
  return ids.find((id) => payoutNonce(id) === nonce) ?? null;
}

/** Stores a payout that no row signed. Restore mode begins before, so that nothing is signed after a crash either. */
async function record({ chain }: Network, { token, nonce }: Use, transfer: TokenTransfer) {
  const { txHash, blockNumber, amount, fromAddress, toAddress } = transfer;
  const withdrawalId = await withdrawalOf(nonce, transfer);
  await noteRestored(
    `The chain ${chain} has the payout ${txHash}, which the database does not have.`,
  );
  const found = {
    ...{ chain, token: token.token, tokenAddress: lower(token.address) },
    ...{ fromAddress: lower(fromAddress), toAddress: lower(toAddress), amountMicroUsd: amount },
    ...{ authorizationNonce: nonce, txHash, blockNumber, withdrawalId },
  };
  if (!(await insertFoundPayout(found, now()))) return;
  log().error({ chain, txHash, withdrawalId }, "payout found on the chain");
  // A page on which somebody is about to approve the same payment once more shows it then.
  publishChange(null, ["withdrawals"]);
}

async function unknownOf(network: Network, uses: readonly Use[]): Promise<Use[]> {
  if (uses.length === 0) return [];
  const known = await findKnownAuthorizations(
    network.chain,
    uses.map(({ nonce }) => nonce),
  );
  return uses.filter(({ nonce }) => !known.has(nonce));
}

/** Returns the block up to which a treasury was scanned, and notices one that went back. */
async function scannedUpTo({ chain }: Network, treasury: string, confirmed: bigint) {
  // Comes before the query: a scan that runs at the same time moves the block while the query waits.
  const before = seen.get(`${chain}:${treasury}`);
  const stored = await findScan(chain, treasury);
  if (before !== undefined && (stored ?? -1n) < before)
    await noteRestored(
      `The database went back while the service was running: payouts on ${chain} were compared up to block ${before}, and it says ${stored ?? "none"}.`,
    );
  return stored ?? (await findScanStart(chain)) ?? confirmed;
}

/** Returns why a head is not the chain's newest block; undefined when it may be. */
async function headFault({ chain }: Network, { timestamp }: Block): Promise<string | undefined> {
  const nowS = await readClockS();
  const atOf = (timeS: bigint) => new Date(Number(timeS) * 1_000);
  if (!isHeadOld(atOf(timestamp), atOf(nowS))) return undefined;
  const minutes = (nowS - timestamp) / 60n;
  return `the newest block of the node of ${chain} is ${minutes} minutes old`;
}

/** Stores the unknown ones among these authorizations, if they are confirmed. */
async function recordUnknown(network: Network, uses: readonly Use[], found: TreasuryScan) {
  const unknown = await unknownOf(network, uses);
  const transfers = await askEach(unknown, (use) => readTransferOf(network, use));
  for (const [index, transfer] of transfers.entries()) {
    const use = unknown[index];
    if (use && transfer.blockNumber <= found.confirmed) await record(network, use, transfer);
    else found.unconfirmed.push(transfer.txHash);
  }
}

async function scan(
  network: Network,
  treasury: ChainAddress,
  found: TreasuryScan,
  endMs: number,
): Promise<void> {
  const { chain } = network;
  const { head, confirmed } = found;
  const start = await scannedUpTo(network, treasury, confirmed);
  if (start > head.number)
    found.fault ??= `the node of ${chain} is at block ${head.number}, but payouts were compared up to ${start} before`;
  const from = larger(smaller(start, head.number) - OVERLAP_BLOCKS + 1n, 0n);
  const usesIn = (blocks: BlockSpan) => readUses(network, treasury, blocks);
  const size = keptRangeSize(network, "authorizations", MAX_BLOCKS);
  for await (const range of readRanges({ from, to: head.number }, usesIn, { size })) {
    await recordUnknown(network, range.found, found);
    // After each range, so that a failure or the end of the time costs none of those before.
    const reached = larger(start, smaller(range.to, confirmed));
    await moveScan(chain, treasury, reached);
    seen.set(`${chain}:${treasury}`, reached);
    // Only with progress: the blocks that each scan reads again could take all of the time.
    if (range.to < head.number && reached > start && performance.now() >= endMs) {
      found.fault ??= `payouts on ${chain} are compared up to block ${reached} of ${head.number} so far`;
      return;
    }
  }
}

/**
 * Compares the authorizations that the treasuries used on a chain with the database, up to the head. One that no row
 * signed was executed by a database that this one is an earlier copy of, or by somebody with the key: restore mode
 * begins, and it is stored as a found payout once it is confirmed. A long gap takes several calls, and all but the last one
 * return a fault. Can be stopped at any moment and run in several
 * processes at once. Source: docs/decisions/0110-restored-database.md
 * @throws the node's or the database's error.
 */
export async function scanTreasury(network: Network): Promise<TreasuryScan> {
  await requireChain(network);
  const head = await readBlock(network, "latest");
  const confirmed = larger(head.number - BigInt(confirmationsOf(network)) + 1n, 0n);
  const fault = await headFault(network, head);
  const found: TreasuryScan = { head, confirmed, unconfirmed: [], fault };
  if (!network.tokens.some(({ eip3009 }) => eip3009)) return found;
  const endMs = performance.now() + MAX_SCAN_MS;
  for (const treasury of await treasuryAddresses([]))
    await scan(network, lower(treasury), found, endMs);
  return found;
}
