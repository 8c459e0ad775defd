import type { PartnerRole } from "@/lib/auth/roles";
import { env } from "@/lib/env";
import type { PersonUseCase } from "@/lib/http/person-route";
import type { getAccountContract } from "./contract";
import { findAccount } from "./store";

/** Who is signed in, for whom, and where. */
export const getAccount: PersonUseCase<typeof getAccountContract> = async ({ partner, person }) => {
  const { hasSecondFactor } = await findAccount(person.id);
  return {
    personId: person.id,
    name: person.name,
    email: person.email,
    // The database holds that a partner's people have no other.
    role: person.role as PartnerRole,
    partnerId: partner.id,
    partnerName: partner.name,
    hasSecondFactor,
    sessionExpiresAt: person.sessionExpiresAt.toISOString(),
    environment: env().SERVICE_ENVIRONMENT,
  };
};
