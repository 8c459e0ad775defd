import type { PersonUseCase } from "@/lib/contract/use-cases";
import type { getPayoutPolicyContract } from "./contract";
import { presentPolicy } from "./present";
import { findPolicy } from "./store";

/** Returns the partner's payout policy and its scheduled change. */
export const getPayoutPolicy: PersonUseCase<typeof getPayoutPolicyContract> = async ({
  partner,
  at,
}) => presentPolicy(await findPolicy(partner.id), at);
