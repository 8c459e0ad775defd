import type { AnyContract } from "./contract";
import { OPERATOR_ROLES, PARTNER_ROLES, type Role } from "./roles";

const DEVELOPER_ROLES = ["owner", "developer"] as const;

/**
 * The roles whose sessions may call an operation. By default all roles of a partner may read, and viewers may change
 * nothing. A contract with stricter rules names its roles. Source: design 9.
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
