import { rpcUrl } from "@/lib/chain/client";
import { NETWORKS } from "@/lib/chain/networks";
import { env } from "@/lib/kernel/env";

/** The chains that have a node. Nobody reads another one: it was turned off, and is neither late nor at fault. */
export const chainsOn = (): string[] =>
  NETWORKS[env().SERVICE_ENVIRONMENT]
    .filter((network) => rpcUrl(network))
    .map(({ chain }) => chain);
