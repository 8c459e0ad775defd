import { env } from "@/lib/kernel/env";
import { chainSetting } from "./chain-setting";
import type { Network } from "./networks";

/** How many blocks, its own included, a transaction must have to count: 1 is the newest block. */
export function confirmationsOf(network: Network): number {
  return chainSetting(env(), "CONFIRMATIONS", network.chain) ?? network.confirmations;
}
