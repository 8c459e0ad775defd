import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { removeSsoDomainContract } from "../contract";
import { domainKeyOf } from "../domain-of";
import { deleteDomain } from "../store";

/** Removes a domain: no account is bound by it any more. */
export const removeSsoDomain: PersonUseCase<typeof removeSsoDomainContract> = async ({
  partner,
  input,
}) => {
  const { domain } = input.params;
  describeAudit({ targetId: domain, before: { domain }, after: null });
  const isRemoved = domainKeyOf(domain) === domain && (await deleteDomain(partner.id, domain));
  if (!isRemoved) throw new ServiceError("SSO_DOMAIN_NOT_FOUND");
  return { removed: true };
};
