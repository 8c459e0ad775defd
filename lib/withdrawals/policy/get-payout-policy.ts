import type { PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import type { getPayoutPolicyContract } from "./contract";
import { presentPolicy } from "./present";
import { findPolicy } from "./store";

/** Returns the partner's payout policy and its scheduled change, as withdrawals are decided now. */
export const getPayoutPolicy: PersonUseCase<typeof getPayoutPolicyContract> = async ({
  partner,
  at,
}) => presentPolicy(await findPolicy(partner.id), await databaseTimeOf(at));
