import { allKeyAddresses } from "@/lib/chain/keys/key-addresses";
import type { Network } from "@/lib/chain/networks";
import { askNode } from "@/lib/chain/read/ask-node";
import { quantity, toQuantity } from "@/lib/chain/read/reply-fields";
import { larger } from "@/lib/kernel/bigint";
import { perProcess } from "@/lib/kernel/per-process";
import { noteRestored } from "./restore-mode";
import { findKnownNonce, moveKnownNonce } from "./sql-store";

/**
 * Returns how many transactions of the relayer the node knows that are not mined and that the database does not have: a
 * lost database sent them, and they may still pay.
 */
export async function countUnknownPending(network: Network): Promise<bigint> {
  const [relayer] = await allKeyAddresses(["relayer"]);
  if (!relayer) return 0n;
  const countAt = (tag: "latest" | "pending") =>
    askNode(network, quantity, "eth_getTransactionCount", [relayer, tag]);
  const [mined, pending] = [await countAt("latest"), await countAt("pending")];
  const known = (await findKnownNonce(network.chain, relayer.toLowerCase())) ?? 0n;
  const unknown = pending - larger(known, mined);
  return unknown > 0n ? unknown : 0n;
}

/** The chains whose relayer this process has compared. */
const compared = perProcess("comparedRelayers", () => new Set<string>());

/**
 * Notes how many transactions of the relayer are confirmed. At a process's first look, more than the database knows show
 * that it is an earlier copy, even if the lost transactions moved nothing: restore mode begins. Later ones are
 * somebody's who used the key meanwhile, which sending copes with.
 */
export async function checkRelayer(network: Network, confirmed: bigint): Promise<void> {
  const { chain } = network;
  const [relayer] = await allKeyAddresses(["relayer"]);
  if (!relayer) return;
  const address = relayer.toLowerCase();
  const params = [relayer, toQuantity(confirmed)];
  const nonce = await askNode(network, quantity, "eth_getTransactionCount", params);
  const known = await findKnownNonce(chain, address);
  if (!compared.has(`${chain}:${address}`) && known !== undefined && nonce > known)
    await noteRestored(
      `The relayer ${relayer} has ${nonce} transactions on ${chain}, and the database knows ${known}.`,
    );
  if (known === undefined || nonce > known) await moveKnownNonce(chain, address, nonce);
  compared.add(`${chain}:${address}`);
}
