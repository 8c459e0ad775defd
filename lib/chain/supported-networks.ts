import { env } from "@/lib/kernel/env";
import { chainSetting } from "./chain-setting";
import { NETWORKS, presentNetwork, type SupportedNetwork } from "./networks";

/**
 * Returns the networks of each response with a deposit address: those of the environment that have a node
 * (RPC_URL_<CHAIN>). The others are not watched, so a deposit on them would not be credited. Source: spec: Supported
 * networks.
 */
export function supportedNetworks(): SupportedNetwork[] {
  const settings = env();
  return NETWORKS[settings.SERVICE_ENVIRONMENT]
    .filter(({ chain }) => chainSetting(settings, "RPC_URL", chain) !== undefined)
    .map(presentNetwork);
}
