import { randomBytes } from "node:crypto";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { addSsoDomainContract } from "../contract";
import { presentDomain } from "../present";
import { insertDomain } from "../store";

const TOKEN_BYTES = 18;

/** Adds a domain with the TXT record that proves it. A domain that is on the list keeps its record. */
export const addSsoDomain: PersonUseCase<typeof addSsoDomainContract> = async ({
  partner,
  input,
  at,
}) => {
  const { domain } = input.body;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  describeAudit({ targetId: domain, before: null, after: { domain } });
  const row = { domain, token, verifiedAt: null, partnerId: partner.id, createdAt: at };
  const listed = await insertDomain(row);
  if (!listed) throw new ServiceError("SSO_DOMAIN_LIMIT");
  return presentDomain(listed);
};
