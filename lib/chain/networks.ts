import { z } from "zod";

export type ServiceEnvironment = "staging" | "production";
export type ChainAddress = `0x${string}`;
export type TokenName = "usdc" | "usdt" | "usdc.e";

/**
 * A token that is credited one to one in USD. Only the contract address identifies it, because anybody can choose a
 * symbol.
 */
export interface Token {
  token: TokenName;
  /** The contract's address, EIP-55 checksummed. */
  address: ChainAddress;
  /** One micro-USD is the smallest unit of all tokens. */
  decimals: 6;
  /** The EIP-712 name and version, for a token with signed transfers (EIP-3009). */
  eip3009?: { name: string; version: string };
}

/** A network on which deposits are credited. Source: spec: Supported networks. */
export interface Network {
  chain: string;
  chainId: number;
  /** The coin that pays the gas. */
  coin: string;
  /** The required confirmations, the block itself included; CONFIRMATIONS_<CHAIN> overrides the number. */
  confirmations: number;
  explorerUrl: string;
  tokens: readonly Token[];
  /** Contracts that people confuse with a supported token. Their transfers are not deposits. */
  lookalikes?: readonly { name: string; address: ChainAddress }[];
}

/** The native USDC of the production networks. */
const USD_COIN = { name: "USD Coin", version: "2" };
/** The USDC of the test networks, which was deployed under the name `USDC`. */
const TEST_USDC = { name: "USDC", version: "2" };

function usdc(address: ChainAddress, eip3009: Token["eip3009"]): Token {
  return { token: "usdc", address, decimals: 6, ...(eip3009 ? { eip3009 } : {}) };
}

/**
 * The confirmations correspond to one minute where a single sequencer orders blocks and reorganizations are accidents.
 * On Polygon they correspond to about four minutes: the longest reorganization so far was 157 blocks, and most stay
 * under 64. On test networks a few seconds are enough.
 */
export const NETWORKS: Record<ServiceEnvironment, readonly Network[]> = {
  production: [
    {
      chain: "base",
      chainId: 8453,
      coin: "ETH",
      confirmations: 30,
      explorerUrl: "https://basescan.org",
      tokens: [usdc("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", USD_COIN)],
    },
    {
      chain: "polygon",
      chainId: 137,
      coin: "POL",
      confirmations: 128,
      explorerUrl: "https://polygonscan.com",
      tokens: [
        usdc("0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", USD_COIN),
        { token: "usdt", address: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", decimals: 6 },
        { token: "usdc.e", address: "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174", decimals: 6 },
      ],
    },
    {
      chain: "optimism",
      chainId: 10,
      coin: "ETH",
      confirmations: 30,
      explorerUrl: "https://optimistic.etherscan.io",
      tokens: [
        usdc("0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", USD_COIN),
        { token: "usdt", address: "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58", decimals: 6 },
      ],
      lookalikes: [
        { name: "bridged USDC.e", address: "0x7F5c764cBc14f9669B88837ca1490cCa17c31607" },
      ],
    },
  ],
  staging: [
    {
      chain: "base-sepolia",
      chainId: 84532,
      coin: "ETH",
      confirmations: 5,
      explorerUrl: "https://sepolia.basescan.org",
      tokens: [usdc("0x036CbD53842c5426634e7929541eC2318f3dCF7e", TEST_USDC)],
    },
    {
      chain: "polygon-amoy",
      chainId: 80002,
      coin: "POL",
      confirmations: 16,
      explorerUrl: "https://amoy.polygonscan.com",
      tokens: [usdc("0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582", TEST_USDC)],
    },
    {
      chain: "optimism-sepolia",
      chainId: 11155420,
      coin: "ETH",
      confirmations: 5,
      explorerUrl: "https://sepolia-optimism.etherscan.io",
      tokens: [usdc("0x5fd84259d66Cd46123540766Be93DFE6D43130D7", TEST_USDC)],
    },
  ],
};

export const supportedNetworkSchema = z
  .object({ chain: z.string(), chainId: z.int(), tokens: z.array(z.string()) })
  .meta({ id: "SupportedNetwork" });

export type SupportedNetwork = z.infer<typeof supportedNetworkSchema>;

/** Converts a network to the API format. Source: spec: Supported networks. */
export function presentNetwork({ chain, chainId, tokens }: Network): SupportedNetwork {
  return { chain, chainId, tokens: tokens.map(({ token }) => token) };
}
