import { settingSuffix } from "@/lib/chain/chain-setting";
import { NETWORKS } from "@/lib/chain/networks";
import { forgetEnv } from "@/lib/kernel/env";

/** No process listens at this URL: it is for tests that only need to know which networks have a node. */
const NODE_URL = "http://127.0.0.1:9";

/** Configures a node for exactly these chains, with RPC_URL_<CHAIN>. */
export function configureNetworks(...chains: string[]): void {
  for (const { chain } of Object.values(NETWORKS).flat()) {
    const name = `RPC_URL_${settingSuffix(chain)}`;
    if (chains.includes(chain)) process.env[name] = NODE_URL;
    else delete process.env[name];
  }
  forgetEnv();
}
