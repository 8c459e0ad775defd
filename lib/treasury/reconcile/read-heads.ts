import { chainReady } from "@/lib/chain/check-network";
import { rpcUrl } from "@/lib/chain/client";
import { faultText } from "@/lib/chain/fault-text";
import type { Network } from "@/lib/chain/networks";
import { readStateBlock } from "@/lib/treasury/payouts/read-state";

export type Head =
  | { state: "on"; number: bigint }
  | { state: "off" }
  | { state: "away"; fault: string };

async function readHead(network: Network): Promise<Head> {
  if (!rpcUrl(network)) return { state: "off" };
  try {
    if (!(await chainReady(network)))
      return { state: "away", fault: "Its node is away, or of another chain or token." };
    return { state: "on", number: (await readStateBlock(network, "latest")).number };
  } catch (error) {
    return { state: "away", fault: faultText(error) };
  }
}

/** Reads the newest block of each chain, or why there is none. */
export async function readHeads(networks: readonly Network[]): Promise<Map<string, Head>> {
  const heads = networks.map(async (each) => [each.chain, await readHead(each)] as const);
  return new Map(await Promise.all(heads));
}
