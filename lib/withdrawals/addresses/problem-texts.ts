import type { AddressProblem } from "./schema";

/** Why nobody should send money there, as the end of a sentence: an address is, or must not be, this. */
export const PROBLEM_TEXTS: Record<AddressProblem, string> = {
  zero_address: "the zero address: funds sent there are lost",
  token_contract: "a token contract: funds sent there are lost",
  own_deposit_address:
    "a deposit address of the same account: the funds would come back, less the fee",
  service_address: "an address of this service: the funds would not leave it",
};
