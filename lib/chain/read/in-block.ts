import type { Hex } from "./reply-fields";

/**
 * The parameter of a node request for the state of one block, requested by hash (EIP-1898): a node that lags behind, or
 * has another block of that number, returns an error instead of another state.
 */
export const inBlock = (blockHash: Hex) => ({ blockHash, requireCanonical: true });
