import type { z } from "zod";
import type { PartnerRole } from "@/lib/contract/roles";
import { env } from "@/lib/kernel/env";
import { roleRulesSchema } from "./role-rules";
import type { domainSchema, ssoPersonSchema, ssoSchema } from "./schema";
import type { SsoFailure } from "./sign-in/failures";
import type { ConnectionRow, DomainRow, SsoPersonRow } from "./store";
import { versionOf } from "./version";

const RECORD_LABEL = "_partner-wallet";

/** The name of the TXT record that proves a domain. */
export const recordNameOf = (domain: string): string => `${RECORD_LABEL}.${domain}`;

/** The text of the TXT record that proves a domain. */
export const recordValueOf = (token: string): string => `partner-wallet-verification=${token}`;

/** Converts a row to its response. */
export function presentDomain({
  domain,
  token,
  verifiedAt,
}: DomainRow): z.input<typeof domainSchema> {
  return {
    domain,
    txtHost: recordNameOf(domain),
    txtText: recordValueOf(token),
    ...(verifiedAt && { verifiedAt: verifiedAt.toISOString() }),
  };
}

function presentConnection(row: ConnectionRow) {
  const { issuer, clientId, roleClaim, roleRules, usedAt, failedAt, failure } = row;
  return {
    ...{ issuer, clientId, roleClaim, roleRules: roleRulesSchema.parse(roleRules) },
    version: versionOf(row),
    ...(usedAt && { lastUsedAt: usedAt.toISOString() }),
    ...(failedAt && {
      lastFailure: { reason: failure as SsoFailure, at: failedAt.toISOString() },
    }),
  };
}

function presentSsoPerson(
  row: SsoPersonRow,
  breakGlass: readonly string[],
): z.input<typeof ssoPersonSchema> {
  return {
    personId: row.id,
    name: row.name,
    email: row.email,
    role: row.role as PartnerRole,
    hasSecondFactor: row.hasSecondFactor,
    ...(row.boundAt && { boundAt: row.boundAt.toISOString() }),
    hasBreakGlass: breakGlass.includes(row.id),
  };
}

/** The single sign-on of a partner, for its owners. The client secret is never shown. */
export function presentSso(
  partnerId: string,
  connection: ConnectionRow | undefined,
  domains: readonly DomainRow[],
  people: readonly SsoPersonRow[],
): z.input<typeof ssoSchema> {
  return {
    redirectUri: new URL(`/api/auth/callback/${partnerId}`, env().BASE_URL).href,
    ...(connection && { connection: presentConnection(connection) }),
    isOnly: connection?.isOnly ?? false,
    domains: domains.map(presentDomain),
    people: people.map((person) => presentSsoPerson(person, connection?.breakGlass ?? [])),
  };
}
