import { randomBytes } from "node:crypto";
import type { PersonUseCase } from "@/lib/contract/use-cases";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { addSsoDomainContract } from "../contract";
import { presentDomain } from "../present";
import { insertDomain, listDomains } from "../store";

const MAX_DOMAINS = 20;
const TOKEN_BYTES = 18;

/** Adds a domain with the TXT record that proves it. A domain that is on the list keeps its record. */
export const addSsoDomain: PersonUseCase<typeof addSsoDomainContract> = async ({
  partner,
  input,
  at,
}) => {
  const { domain } = input.body;
  const present = await listDomains(partner.id);
  const known = present.find((row) => row.domain === domain);
  if (known) return presentDomain(known);
  if (present.length >= MAX_DOMAINS) throw new ServiceError("SSO_DOMAIN_LIMIT");
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const row = { domain, token, verifiedAt: null };
  describeAudit({ targetId: domain, before: null, after: { domain } });
  await insertDomain({ ...row, partnerId: partner.id, createdAt: at });
  return presentDomain(row);
};
