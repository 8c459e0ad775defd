import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { presentPolicy } from "@/lib/withdrawals/policy/present";
import { findPolicy } from "@/lib/withdrawals/policy/store";
import { findPartner } from "../find-partner";
import type { adminGetPayoutPolicyContract } from "./contract";

/** Returns the payout policy of a partner, as withdrawals are decided now. */
export const adminGetPayoutPolicy: AdminUseCase<typeof adminGetPayoutPolicyContract> = async ({
  input,
  at,
}) => {
  const { id } = await findPartner(input.params.id);
  return presentPolicy(await findPolicy(id), await databaseTimeOf(at));
};
