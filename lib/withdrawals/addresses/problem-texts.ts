import type { AddressProblem } from "./schema";

/** Why nobody should send money there, as the end of a sentence: an address is, or must not be, this. */
export const PROBLEM_TEXTS: Record<AddressProblem, string> = {
  zero_address: "the zero address: nobody has it, and what is sent there is lost",
  token_contract: "the contract of a token: what is sent there is lost",
  own_deposit_address:
    "a deposit address of the same account: the money would come back, less the fee",
  service_address: "an address of this service: what is sent there reaches nobody outside of it",
};
