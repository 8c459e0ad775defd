import type { Network, Token } from "./networks";

/** A credited token of a network, by its name or by the address of its contract in any case of letters. */
export function findToken(network: Network, nameOrAddress: string): Token | undefined {
  const wanted = nameOrAddress.toLowerCase();
  return network.tokens.find(
    ({ token, address }) => token === wanted || address.toLowerCase() === wanted,
  );
}
