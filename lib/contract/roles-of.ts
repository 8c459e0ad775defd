import type { AnyContract } from "./contract";
import { OPERATOR_ROLES, PARTNER_ROLES, type Role } from "./roles";

const DEVELOPER_ROLES = ["owner", "developer"] as const;

/**
 * Whose session may call an operation. Of a partner everybody reads; who only looks on changes nothing. An operation that
 * is kept to fewer says so itself. Source: design 9.
 */
export function rolesOf({
  audience,
  method,
  roles,
}: Pick<AnyContract, "audience" | "method" | "roles">): readonly Role[] {
  if (roles) return roles;
  if (audience === "admin") return OPERATOR_ROLES;
  if (audience === "account") return [...OPERATOR_ROLES, ...PARTNER_ROLES];
  return method === "GET" ? PARTNER_ROLES : DEVELOPER_ROLES;
}
