import type { TestToken } from "@/bin/chains/deploy-tokens.ts";
import type { ChainAddress, Network } from "@/lib/chain/networks";

/** Returns the token contracts of a network, accepted and similar ones, with the names and symbols of the real ones. */
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
