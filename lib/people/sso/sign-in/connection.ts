import { env } from "@/lib/kernel/env";
import { isId } from "@/lib/kernel/ids";
import { unseal } from "@/lib/kernel/seal";
import { domainKeyOf, domainOf } from "../domain-of";
import { type RoleRule, roleRulesSchema } from "../role-rules";
import { type ConnectionRow, findConnection, findDomainOwner, listDomains } from "../store";

/** The connection of the operator in addresses; partners have their own ids there. */
export const OPERATOR = "operator";

/** An identity provider that signs people of one side in. */
export interface Connection {
  /** Part of the redirect URI, so that no provider can send its responses to another connection. */
  id: string;
  /** Null for the operator's. */
  partnerId: string | null;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The verified domains whose emails may be bound. */
  domains: string[];
  roleClaim: string | null;
  roleRules: RoleRule[];
  /** The last change by an owner; null for the operator's, which is in the settings. */
  changedAt: Date | null;
}

function operatorConnection(): Connection | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_DOMAINS = [] } = env();
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return undefined;
  return {
    id: OPERATOR,
    partnerId: null,
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    domains: OIDC_DOMAINS.flatMap((domain) => domainKeyOf(domain) ?? []),
    // Operators' roles come by invitation only: docs/decisions/0108-single-sign-on.md
    roleClaim: null,
    roleRules: [],
    changedAt: null,
  };
}

/** The context of the seal of a connection's client secret. */
export const secretPlace = ({ id, partnerId }: Pick<ConnectionRow, "id" | "partnerId">) => ({
  ...{ partnerId, rowId: id, field: "ssoClientSecret" },
});

async function partnerConnection(partnerId: string): Promise<Connection | undefined> {
  const [row, domains] = await Promise.all([findConnection(partnerId), listDomains(partnerId)]);
  if (!row) return undefined;
  return {
    ...{ id: partnerId, partnerId, issuer: row.issuer, clientId: row.clientId },
    clientSecret: unseal(row.clientSecretSealed, secretPlace(row)),
    domains: domains.filter(({ verifiedAt }) => verifiedAt !== null).map(({ domain }) => domain),
    roleClaim: row.roleClaim,
    roleRules: roleRulesSchema.parse(row.roleRules),
    changedAt: row.changedAt,
  };
}

/** Finds the connection of a redirect URI. */
export async function connectionOf(id: string): Promise<Connection | undefined> {
  if (id === OPERATOR) return operatorConnection();
  return isId("ptn", id) ? partnerConnection(id) : undefined;
}

/**
 * Finds the connection for an email by its domain. The part before the domain plays no role, so that nobody learns from
 * it which people exist. Source: docs/decisions/0108-single-sign-on.md
 */
export async function connectionFor(email: string): Promise<Connection | undefined> {
  const domain = domainOf(email);
  if (domain === undefined) return undefined;
  const operator = operatorConnection();
  if (operator?.domains.includes(domain)) return operator;
  const owner = await findDomainOwner(domain);
  return owner === undefined ? undefined : partnerConnection(owner);
}
