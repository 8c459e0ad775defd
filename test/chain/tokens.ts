import type { TestToken } from "@/bin/chains/deploy-tokens.ts";
import type { ChainAddress, Network } from "@/lib/chain/networks";

/** Every contract of a network that a deposit can come from or seem to come from, with the names that the real ones have. */
export function tokensOf({
  tokens,
  lookalikes = [],
}: Network): (TestToken & { address: ChainAddress })[] {
  const credited = tokens.map(({ token, address, eip3009 }) => ({
    address,
    name: eip3009?.name ?? (token === "usdt" ? "Tether USD" : "USD Coin (PoS)"),
    symbol: token === "usdt" ? "USDT" : "USDC",
    version: eip3009?.version ?? "1",
  }));
  const others = lookalikes.map(({ address }) => ({
    address,
    name: "USD Coin",
    symbol: "USDC",
    version: "2",
  }));
  return [...credited, ...others];
}
