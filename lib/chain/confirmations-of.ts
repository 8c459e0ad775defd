import { env } from "@/lib/kernel/env";
import { chainSetting } from "./chain-setting";
import type { Network } from "./networks";

/** Returns the required number of confirmations, the transaction's own block included: 1 is the newest block. */
export function confirmationsOf(network: Network): number {
  return chainSetting(env(), "CONFIRMATIONS", network.chain) ?? network.confirmations;
}
