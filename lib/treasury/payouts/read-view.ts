import { requireChain } from "@/lib/chain/check-network";
import { confirmationsOf } from "@/lib/chain/confirmations-of";
import type { Network } from "@/lib/chain/networks";
import { readClockS } from "@/lib/db/read-clock";
import { readNonce, readStateBlock, type StateBlock } from "./read-state";
import type { ChainView } from "./run";

/** Reads the current state of the chain and the nonces of these relayers. Takes three requests, and two per relayer. */
export async function readView(network: Network, relayers: readonly string[]): Promise<ChainView> {
  await requireChain(network);
  const head = await readStateBlock(network, "latest");
  const nowS = await readClockS();
  const depth = BigInt(confirmationsOf(network)) - 1n;
  const confirmed =
    head.number < depth ? undefined : await readStateBlock(network, head.number - depth);
  const noncesOf = async (relayer: string) => ({
    atHead: await readNonce(network, relayer, head.hash),
    confirmed: confirmed ? await readNonce(network, relayer, confirmed.hash) : 0n,
  });
  const mined = await Promise.all(
    relayers.map(async (relayer) => [relayer, await noncesOf(relayer)] as const),
  );
  return { head, nowS, confirmed, mined: new Map(mined) };
}

/** The time of a block by the chain's clock. */
export function timeOf({ timeS }: StateBlock): Date {
  return new Date(Number(timeS) * 1_000);
}
