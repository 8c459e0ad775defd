import type { Hex } from "viem";
import type { Network } from "@/lib/chain/networks";
import type { Receipt } from "@/lib/chain/read/read-receipt";
import type { Authorization } from "./authorization";
import { confirmedReceipt } from "./confirmed-receipt";
import { findUse } from "./find-use";
import { readIsUsed, type StateBlock } from "./read-state";
import type { Slot } from "./slot";

/** The state of an authorization as of a confirmed block. */
export interface AuthorizationFacts {
  authorization: Authorization;
  isUsed: boolean;
  /** The transaction that executed the authorization; undefined while the node does not report one, or it is searched. */
  usedBy: Hex | undefined;
}

export interface SlotFacts {
  slot: Slot;
  /** By the transaction's id. */
  receipts: ReadonlyMap<string, Receipt>;
  authorizations: AuthorizationFacts[];
}

/**
 * Reads the result of a slot whose nonce is used. Only the token's state tells whether the authorization was executed;
 * receipts and logs tell by which transaction.
 * @param until the confirmed block, and the time at which searches of logs stop
 * @throws the node's error.
 */
export async function readSlotFacts(
  network: Network,
  slot: Slot,
  authorizations: readonly Authorization[],
  until: { upTo: StateBlock; endMs: number },
): Promise<SlotFacts> {
  const { upTo } = until;
  const receipts = new Map<string, Receipt>();
  for (const { id, hash } of slot.transactions) {
    const receipt = await confirmedReceipt(network, hash, upTo);
    if (receipt) receipts.set(id, receipt);
  }
  const factsOf = async (authorization: Authorization): Promise<AuthorizationFacts> => {
    const isUsed = await readIsUsed(network, authorization, upTo.hash);
    if (!isUsed) return { authorization, isUsed, usedBy: undefined };
    const own = slot.transactions.find(
      ({ id, purposeId }) => purposeId === authorization.id && receipts.get(id)?.status === "0x1",
    );
    const usedBy = own?.hash ?? (await findUse(network, authorization, until));
    return { authorization, isUsed, usedBy };
  };
  const ids = new Set(slot.transactions.map(({ purposeId }) => purposeId));
  const concerned = authorizations.filter(({ id }) => ids.has(id));
  return { slot, receipts, authorizations: await Promise.all(concerned.map(factsOf)) };
}
