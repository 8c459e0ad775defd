/** The roles of a partner's people. Each role includes the rights of the ones after it. Source: design 9. */
export const PARTNER_ROLES = ["owner", "developer", "viewer"] as const;
/** The roles of the operator's people. */
export const OPERATOR_ROLES = ["admin", "approver", "auditor"] as const;

export type PartnerRole = (typeof PARTNER_ROLES)[number];
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
export type Role = PartnerRole | OperatorRole;

/** True if the first role has more rights than the second. */
export const mayMore = (role: PartnerRole, than: PartnerRole): boolean =>
  PARTNER_ROLES.indexOf(role) < PARTNER_ROLES.indexOf(than);
