import { settingSuffix } from "@/lib/chain/chain-setting";
import { NETWORKS } from "@/lib/chain/networks";
import { forgetEnv } from "@/lib/kernel/env";

/** Nothing listens there: for tests that only ask which networks have a node. */
const NODE_URL = "http://127.0.0.1:9";

/** Gives exactly these chains a node, as an operator does by RPC_URL_<CHAIN>. */
export function configureNetworks(...chains: string[]): void {
  for (const { chain } of Object.values(NETWORKS).flat()) {
    const name = `RPC_URL_${settingSuffix(chain)}`;
    if (chains.includes(chain)) process.env[name] = NODE_URL;
    else delete process.env[name];
  }
  forgetEnv();
}
