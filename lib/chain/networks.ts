import { z } from "zod";

export type ServiceEnvironment = "staging" | "production";

/** A network on which deposits are credited. Source: spec, Supported networks. */
export interface Network {
  chain: string;
  chainId: number;
  tokens: readonly string[];
  explorerUrl: string;
}

export const NETWORKS: Record<ServiceEnvironment, readonly Network[]> = {
  production: [
    { chain: "base", chainId: 8453, tokens: ["usdc"], explorerUrl: "https://basescan.org" },
    {
      chain: "polygon",
      chainId: 137,
      tokens: ["usdc", "usdt", "usdc.e"],
      explorerUrl: "https://polygonscan.com",
    },
    {
      chain: "optimism",
      chainId: 10,
      tokens: ["usdc", "usdt"],
      explorerUrl: "https://optimistic.etherscan.io",
    },
  ],
  staging: [
    {
      chain: "base-sepolia",
      chainId: 84532,
      tokens: ["usdc"],
      explorerUrl: "https://sepolia.basescan.org",
    },
    {
      chain: "polygon-amoy",
      chainId: 80002,
      tokens: ["usdc"],
      explorerUrl: "https://amoy.polygonscan.com",
    },
    {
      chain: "optimism-sepolia",
      chainId: 11155420,
      tokens: ["usdc"],
      explorerUrl: "https://sepolia-optimism.etherscan.io",
    },
  ],
};

export const supportedNetworkSchema = z
  .object({ chain: z.string(), chainId: z.int(), tokens: z.array(z.string()) })
  .meta({ id: "SupportedNetwork" });

export type SupportedNetwork = z.infer<typeof supportedNetworkSchema>;

/** What every deposit-address answer carries. Source: spec, Supported networks. */
export function supportedNetworks(environment: ServiceEnvironment): SupportedNetwork[] {
  return NETWORKS[environment].map(({ chain, chainId, tokens }) => ({
    chain,
    chainId,
    tokens: [...tokens],
  }));
}
