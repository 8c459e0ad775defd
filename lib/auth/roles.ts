/** What a partner's people are. Source: design 9. */
export const PARTNER_ROLES = ["owner", "developer", "viewer"] as const;
/** What the operator's people are. */
export const OPERATOR_ROLES = ["admin", "approver", "auditor"] as const;

export type PartnerRole = (typeof PARTNER_ROLES)[number];
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
export type Role = PartnerRole | OperatorRole;
