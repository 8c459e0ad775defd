import type { AddressProblem } from "./schema";

/** The texts of the problems, as sentence endings after "an address is" or "must not be". */
export const PROBLEM_TEXTS: Record<AddressProblem, string> = {
  zero_address: "the zero address: funds sent there are lost",
  token_contract: "a token contract: funds sent there are lost",
  own_deposit_address:
    "a deposit address of the same account: the funds would come back, less the fee",
  service_address: "an address of this service: the funds would not leave it",
};
