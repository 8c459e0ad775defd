import { type Hex, keccak256, stringToHex } from "viem";

/** The only authorization nonce of a withdrawal, derived from its id, so that the token refuses a second payment. */
export const payoutNonce = (withdrawalId: string): Hex => keccak256(stringToHex(withdrawalId));
