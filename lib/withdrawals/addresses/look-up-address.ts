import { findProblem } from "./find-problem";
import { type AddressJudgement, judgeAddress } from "./judge-address";
import { findKnownAddresses } from "./sql-store";

/** Reads the data about an address and returns the check result for the partner. */
export async function lookUpAddress(partnerId: string, address: string): Promise<AddressJudgement> {
  const known = await findKnownAddresses(partnerId, address);
  const depositAddressOf = known.find((row) => row.depositAddressOf)?.depositAddressOf ?? null;
  const problem = await findProblem({ partnerId, toAddress: address, depositAddressOf });
  return judgeAddress(address, problem, known);
}
