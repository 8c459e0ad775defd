import type { Network, Token } from "./networks";

/** Returns a supported token of a network by name or contract address, ignoring letter case. */
export function findToken(network: Network, nameOrAddress: string): Token | undefined {
  const wanted = nameOrAddress.toLowerCase();
  return network.tokens.find(
    ({ token, address }) => token === wanted || address.toLowerCase() === wanted,
  );
}
