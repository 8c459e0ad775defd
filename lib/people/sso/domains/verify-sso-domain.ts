import type { PersonUseCase } from "@/lib/contract/use-cases";
import { isUniqueViolation } from "@/lib/db/unique-violation";
import { describeAudit } from "@/lib/kernel/audit-context";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import type { verifySsoDomainContract } from "../contract";
import { presentDomain, recordNameOf, recordValueOf } from "../present";
import { type DomainRow, findDomainOwner, listDomains, markVerified } from "../store";
import { readTxt } from "./txt-records";

/** Nobody can own these: RFC 2606 and 6761. */
const RESERVED = /\.(example|test)$/;

/** In staging, reserved domains need no record, so that everything can be tried without DNS. */
const isExempt = (domain: string) =>
  env().SERVICE_ENVIRONMENT === "staging" && RESERVED.test(domain);

async function isProven({ domain, token }: DomainRow): Promise<boolean> {
  if (isExempt(domain)) return true;
  const texts = await readTxt(recordNameOf(domain));
  return texts.some((text) => text.trim() === recordValueOf(token));
}

/** Verifies a domain by its TXT record. One partner can have a domain verified. */
export const verifySsoDomain: PersonUseCase<typeof verifySsoDomainContract> = async ({
  partner,
  input,
  at,
}) => {
  const domains = await listDomains(partner.id);
  const row = domains.find(({ domain }) => domain === input.params.domain);
  if (!row) throw new ServiceError("SSO_DOMAIN_NOT_FOUND");
  if (row.verifiedAt) return presentDomain(row);
  if (!(await isProven(row))) throw new ServiceError("SSO_DOMAIN_UNPROVEN");
  const owner = await findDomainOwner(row.domain);
  if (owner !== undefined) throw new ServiceError("SSO_DOMAIN_TAKEN");
  describeAudit({ targetId: row.domain, before: { verified: false }, after: { verified: true } });
  await markVerified(partner.id, row.domain, at).catch((error) => {
    if (isUniqueViolation(error)) throw new ServiceError("SSO_DOMAIN_TAKEN", { cause: error });
    throw error;
  });
  return presentDomain({ ...row, verifiedAt: at });
};
