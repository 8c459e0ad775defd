/** Returns the name of a network of the API for people: `Base Sepolia` of `base-sepolia`. */
export const networkName = (chain: string): string =>
  chain.replace(
    /(^|-)([a-z])/g,
    (_, dash: string, letter: string) => (dash ? " " : "") + letter.toUpperCase(),
  );
