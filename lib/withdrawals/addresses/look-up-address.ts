import { findProblem } from "./find-problem";
import { type AddressJudgement, judgeAddress } from "./judge-address";
import { findKnownAddresses } from "./store";

/** What a partner should know of an address before money is sent to it. */
export async function lookUpAddress(partnerId: string, address: string): Promise<AddressJudgement> {
  const known = await findKnownAddresses(partnerId, address);
  const depositAddressOf = known.find((row) => row.depositAddressOf)?.depositAddressOf ?? null;
  const problem = await findProblem({ partnerId, toAddress: address, depositAddressOf });
  return judgeAddress(address, problem, known);
}
