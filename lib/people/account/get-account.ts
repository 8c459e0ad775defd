import type { AccountUseCase } from "@/lib/contract/use-cases";
import { partnerOfPerson } from "@/lib/identity/api-keys/partner-of-person";
import { env } from "@/lib/kernel/env";
import type { getAccountContract } from "./contract";
import { findAccount } from "./store";

/** Returns the signed-in person, their partner and the session. */
export const getAccount: AccountUseCase<typeof getAccountContract> = async ({ person }) => {
  const { partnerId } = person;
  const [{ hasSecondFactor, recoveryCodesLeft }, partner] = await Promise.all([
    findAccount(person.id),
    partnerId === null ? undefined : partnerOfPerson(partnerId),
  ]);
  return {
    personId: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    ...(partner && { partnerId: partner.id, partnerName: partner.name }),
    hasSecondFactor,
    recoveryCodesLeft,
    sessionExpiresAt: person.sessionExpiresAt.toISOString(),
    environment: env().SERVICE_ENVIRONMENT,
  };
};
