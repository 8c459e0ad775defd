import { type Address, createPublicClient, erc20Abi, type Hex, http } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { findNetwork } from "@/lib/chain/find-network";
import { findToken } from "@/lib/chain/find-token";
import type { Settings } from "../service/settings.ts";

/** Where the partners' withdrawals are paid, and where their deposits come in. */
export const CHAIN = "base-sepolia";
const TOKEN = "usdc";

export type ChainReader = ReturnType<typeof chainReader>;

/** Reads the local chain directly, past the service that is being tested. */
export function chainReader(worker: Settings) {
  const network = findNetwork("staging", CHAIN);
  const token = network && findToken(network, TOKEN);
  if (token === undefined) throw new Error(`${CHAIN} has no ${TOKEN}.`);
  const client = createPublicClient({ transport: http(worker.RPC_URL_BASE_SEPOLIA), cacheTime: 0 });
  const addressOf = (key: string | undefined) => privateKeyToAddress(key as Hex);
  const relayer = addressOf(worker.CHAIN_RELAYER_KEY);
  const treasury = addressOf(worker.CHAIN_TREASURY_KEY);
  return {
    treasury,
    /** In micro-USD. */
    balanceOf: (address: Address) =>
      client.readContract({
        address: token.address,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [address],
      }),
    /** How many transactions the relayer has sent, those not mined yet included. */
    relayerNonce: () => client.getTransactionCount({ address: relayer, blockTag: "pending" }),
    untilMined: async (hash: string) => {
      await client.waitForTransactionReceipt({ hash: hash as Hex, pollingInterval: 100 });
    },
  };
}
