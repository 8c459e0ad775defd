/** What a partner's people are: each may all that the ones after it may. Source: design 9. */
export const PARTNER_ROLES = ["owner", "developer", "viewer"] as const;
/** What the operator's people are. */
export const OPERATOR_ROLES = ["admin", "approver", "auditor"] as const;

export type PartnerRole = (typeof PARTNER_ROLES)[number];
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
export type Role = PartnerRole | OperatorRole;

/** Whether the one role may more than the other. */
export const mayMore = (role: PartnerRole, than: PartnerRole): boolean =>
  PARTNER_ROLES.indexOf(role) < PARTNER_ROLES.indexOf(than);
