import { type Address, createPublicClient, erc20Abi, type Hex, http } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { findNetwork } from "@/lib/chain/find-network";
import { findToken } from "@/lib/chain/find-token";
import type { Settings } from "./settings.ts";

/** Where the partners' withdrawals are paid, and where their deposits come in. */
export const CHAIN = "base-sepolia";
export const TOKEN = "usdc";

export type ChainReader = ReturnType<typeof chainReader>;

const addressOf = (key: string | undefined) => privateKeyToAddress(key as Hex);

/** The address of the relayer of a worker's settings. */
export const relayerOf = (worker: Settings) => addressOf(worker.CHAIN_RELAYER_KEY);

/** Reads the local chain directly, past the service that is being tested. */
export function chainReader(worker: Settings) {
  const network = findNetwork("staging", CHAIN);
  const token = network && findToken(network, TOKEN);
  if (token === undefined) throw new Error(`${CHAIN} has no ${TOKEN}.`);
  const client = createPublicClient({ transport: http(worker.RPC_URL_BASE_SEPOLIA), cacheTime: 0 });
  const relayer = relayerOf(worker);
  const treasury = addressOf(worker.CHAIN_TREASURY_KEY);
  /** In micro-USD. */
  const balanceOf = (address: Address) =>
    client.readContract({
      address: token.address,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [address],
    });
  return {
    balanceOf,
    /** What changes with everything that the service signs: how much the relayer has sent, and what the treasury and the addresses have. */
    async signedState(addresses: readonly Address[]): Promise<string> {
      const nonce = await client.getTransactionCount({ address: relayer, blockTag: "pending" });
      const balances = await Promise.all([treasury, ...addresses].map(balanceOf));
      return `nonce ${nonce}, balances ${balances.join(", ")}`;
    },
    untilMined: async (hash: string) => {
      await client.waitForTransactionReceipt({ hash: hash as Hex, pollingInterval: 100 });
    },
  };
}
