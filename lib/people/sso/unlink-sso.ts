import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { unlinkSsoContract } from "./contract";
import { deleteIdentity } from "./store";

/** Unbinds the account of a person, for example when the provider gave the person a new one. */
export const unlinkSso: PersonUseCase<typeof unlinkSsoContract> = async ({ partner, input }) => {
  const { personId } = input.params;
  describeAudit({ targetId: personId, before: { isLinked: true }, after: { isLinked: false } });
  if (!isId("prs", personId) || !(await deleteIdentity(partner.id, personId)))
    throw new ServiceError("SSO_IDENTITY_NOT_FOUND");
  return { removed: true };
};
