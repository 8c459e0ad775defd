import { env } from "@/lib/kernel/env";
import { chainSetting } from "./chain-setting";
import { NETWORKS, presentNetwork, type SupportedNetwork } from "./networks";

/**
 * What every deposit-address answer carries: the environment's networks that have a node (RPC_URL_<CHAIN>). Nothing
 * watches the others, so a deposit there would not be credited. Source: spec: Supported networks.
 */
export function supportedNetworks(): SupportedNetwork[] {
  const settings = env();
  return NETWORKS[settings.SERVICE_ENVIRONMENT]
    .filter(({ chain }) => chainSetting(settings, "RPC_URL", chain) !== undefined)
    .map(presentNetwork);
}
