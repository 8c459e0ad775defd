import type { Network } from "@/lib/chain/networks";
import { perProcess } from "@/lib/kernel/per-process";
import { checkRelayer } from "./check-relayer";
import { scanTreasury } from "./scan-treasury";
import { findDepositCursor, findOpenRestore } from "./sql-store";

/** By chain: the confirmed block at this process's first look, until deposits were read up to it; then null. */
const awaited = perProcess("awaitedBlocks", () => new Map<string, bigint | null>());

/** Returns how far deposits must still be read; undefined when they were, or the chain has no cursor yet. */
async function depositsBehind(chain: string, confirmed: bigint): Promise<string | undefined> {
  const block = awaited.get(chain) ?? confirmed;
  if (awaited.get(chain) === null) return undefined;
  const cursor = await findDepositCursor(chain);
  const isBehind = cursor !== undefined && cursor < block;
  awaited.set(chain, isBehind ? block : null);
  return isBehind
    ? `deposits on ${chain} are read up to block ${cursor} of ${block} since the start`
    : undefined;
}

/**
 * Returns why nothing may be signed on a chain now; undefined when it may. Compares the chain's payouts with the database
 * first, so that a payout that an earlier copy does not have is found before it could be paid again.
 * Source: docs/decisions/0110-restored-database.md
 * @throws the node's or the database's error: without an answer nothing is signed either.
 */
export async function signingHold(network: Network): Promise<string | undefined> {
  const { chain } = network;
  const { confirmed, unconfirmed, fault } = await scanTreasury(network);
  if (!awaited.has(chain)) await checkRelayer(network, confirmed);
  const behind = await depositsBehind(chain, confirmed);
  if (await findOpenRestore()) return "restore mode is on";
  const [txHash] = unconfirmed;
  if (txHash) return `the payout ${txHash} is unknown here and not confirmed yet`;
  return fault ?? behind;
}
