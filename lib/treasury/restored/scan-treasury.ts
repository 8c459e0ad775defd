import { confirmationsOf } from "@/lib/chain/confirmations-of";
import type { ChainAddress, Network } from "@/lib/chain/networks";
import { askEach } from "@/lib/chain/read/ask-each";
import { type Block, readBlock } from "@/lib/chain/read/read-block";
import type { TokenTransfer } from "@/lib/deposits/credit/transfer";
import { larger, smaller } from "@/lib/kernel/bigint";
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

const RANGE_BLOCKS = 2_000n;
/** Blocks that are read again, because a node near its head may silently know a range in part. */
const OVERLAP_BLOCKS = 64n;

/** How far this process has seen each scan. A scan only moves forward, so a lower stored one is that of a copy. */
const seen = perProcess("payoutScans", () => new Map<string, bigint>());

export interface TreasuryScan {
  head: Block;
  /** The number of the newest block with the required confirmations. */
  confirmed: bigint;
  /** Transactions that used an unknown authorization and lack confirmations. */
  unconfirmed: string[];
}

type Heads = Omit<TreasuryScan, "unconfirmed">;

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
  if (await insertFoundPayout(found, now()))
    log().error({ chain, txHash, withdrawalId }, "payout found on the chain");
}

async function unknownIn(network: Network, treasury: ChainAddress, from: bigint, to: bigint) {
  const uses = await readUses(network, treasury, { from, to });
  if (uses.length === 0) return [];
  const known = await findKnownAuthorizations(
    network.chain,
    uses.map(({ nonce }) => nonce),
  );
  return uses.filter(({ nonce }) => !known.has(nonce));
}

/** Returns the block up to which a treasury was scanned, and notices one that went back. */
async function scannedUpTo({ chain }: Network, treasury: string, confirmed: bigint) {
  const stored = await findScan(chain, treasury);
  const before = seen.get(`${chain}:${treasury}`);
  if (before !== undefined && (stored ?? -1n) < before)
    await noteRestored(
      `The database went back while the service was running: payouts on ${chain} were compared up to block ${before}, and it says ${stored ?? "none"}.`,
    );
  return stored ?? (await findScanStart(chain)) ?? confirmed;
}

async function scan(network: Network, treasury: ChainAddress, { head, confirmed }: Heads) {
  const { chain } = network;
  const start = await scannedUpTo(network, treasury, confirmed);
  const unconfirmed: string[] = [];
  const first = larger(start - OVERLAP_BLOCKS + 1n, 0n);
  for (let from = first; from <= head.number; from += RANGE_BLOCKS) {
    const to = smaller(from + RANGE_BLOCKS - 1n, head.number);
    const unknown = await unknownIn(network, treasury, from, to);
    const transfers = await askEach(unknown, (use) => readTransferOf(network, use));
    for (const [index, transfer] of transfers.entries()) {
      const use = unknown[index];
      if (use && transfer.blockNumber <= confirmed) await record(network, use, transfer);
      else unconfirmed.push(transfer.txHash);
    }
  }
  const reached = larger(start, confirmed);
  await moveScan(chain, treasury, reached);
  seen.set(`${chain}:${treasury}`, reached);
  return unconfirmed;
}

/**
 * Compares the authorizations that the treasuries used on a chain with the database, up to the head. One that no row
 * signed was executed by a database that this one is an earlier copy of, or by somebody with the key: restore mode
 * begins, and it is stored as a found payout once it is confirmed. Can be stopped at any moment and run in several
 * processes at once. Source: docs/decisions/0110-restored-database.md
 * @throws the node's or the database's error.
 */
export async function scanTreasury(network: Network): Promise<TreasuryScan> {
  const head = await readBlock(network, "latest");
  const confirmed = larger(head.number - BigInt(confirmationsOf(network)) + 1n, 0n);
  const found: TreasuryScan = { head, confirmed, unconfirmed: [] };
  if (!network.tokens.some(({ eip3009 }) => eip3009)) return found;
  for (const treasury of await treasuryAddresses([]))
    found.unconfirmed.push(...(await scan(network, lower(treasury), found)));
  return found;
}
