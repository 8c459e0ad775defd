import { randomBytes } from "node:crypto";
import * as release from "@/app/api/admin/held-deposits/[id]/release/route";
import { depositWork } from "@/lib/deposits/credit/deposit-work";
import { findOwners } from "@/lib/deposits/credit/store";
import { now } from "@/lib/kernel/clock";
import { commit } from "@/lib/ledger";
import { clientOf } from "./client";
import { makeCard, type TestPartner } from "./make";
import type { Browser } from "./people";

export interface TestHeldDeposit {
  id: string;
  cardId: string;
  address: string;
  txHash: string;
}

/** A deposit to the address of a card that was terminated, as the watcher makes it. */
export async function holdDeposit(partner: TestPartner, amountUsd = 25): Promise<TestHeldDeposit> {
  const cardId = await makeCard(partner, { fundingType: "crypto" });
  const client = clientOf(partner);
  const address = String((await client.getCard(cardId)).json.data.depositAddress);
  await client.terminate(cardId);
  const owner = (await findOwners([address.toLowerCase()])).get(address.toLowerCase());
  if (!owner) throw new Error(`nobody has the address ${address}`);
  const txHash = `0x${randomBytes(32).toString("hex")}`;
  const transfer = {
    chain: "base-sepolia",
    token: "usdc" as const,
    txHash,
    ordinal: 0,
    amountMicroUsd: BigInt(amountUsd * 1_000_000),
    fromAddress: "0x1111111111111111111111111111111111111111",
    blockNumber: null,
  };
  const { id, work, isCredited } = depositWork(transfer, owner, now());
  if (isCredited) throw new Error(`the deposit to ${address} was not held`);
  await commit(work);
  return { id, cardId, address, txHash };
}

/** Credits a held deposit as an administrator in a browser does. */
export const releaseIn = (browser: Browser, id: string, body: unknown) =>
  browser.call(release.POST, { method: "POST", params: { id }, body });
