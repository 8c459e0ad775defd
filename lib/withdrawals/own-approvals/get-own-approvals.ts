import type { PersonUseCase } from "@/lib/contract/use-cases";
import type { getOwnApprovalsContract } from "./contract";
import { readOwnApprovals } from "./present";

/** Returns the rule for a second person of the partner, and the withdrawals that wait for one. */
export const getOwnApprovals: PersonUseCase<typeof getOwnApprovalsContract> = ({
  partner,
  person,
  at,
}) => readOwnApprovals(partner.id, person.id, at);
