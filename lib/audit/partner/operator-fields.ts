import type { OperatorAction } from "../actions";

/**
 * The operator's actions that a partner sees in its audit log, each with the fields that it sees. Other fields, such as an
 * internal reason, and other actions, such as a refused code, are the operator's own. The database function
 * list_partner_entry has the same actions. Source: docs/decisions/0091-audit-log-of-partners.md
 */
export const OPERATOR_FIELDS = {
  "deposit.release": ["state", "amount"],
  "dispute.download_file": ["fileId"],
  "dispute.retry": ["status", "disputeId", "amount"],
  "partner.create": ["name"],
  "partner.end_sso_requirement": ["issuer", "singleSignOnRequired"],
  "partner.invite": ["email", "role"],
  "partner.leave": [],
  "partner.payout_policy": [
    "allowList",
    "waitHours",
    "hourLimit",
    "dayLimit",
    "addressDayLimit",
    "scheduled",
  ],
  "partner.remove_person": ["name", "email", "role", "revokedKeys"],
  "partner.resume": ["suspendedAt"],
  "partner.settings": [
    "kycFee",
    "cardCreationFee",
    "fundingFee",
    "fundingFeePercent",
    "cardWithdrawalFee",
    "crossBorderFeePercent",
    "requestsPerS",
    "requestBurst",
  ],
  "partner.suspend": ["suspendedAt"],
  "partner.unlock_person": ["lockedUntil"],
  "partner.view": [],
  "posting.confirm": ["status", "kind", "amount"],
  "withdrawal.approve": ["status"],
  "withdrawal.fail": ["status", "reason"],
  "withdrawal.reject": ["status", "reason"],
} as const satisfies Partial<Record<OperatorAction, readonly string[]>>;

type Details = Record<string, unknown> | null;

/** The fields of an operator's entry that the partner sees; undefined if there are none. */
export function shownToPartner(action: string, details: Details): Details | undefined {
  const shown: Partial<Record<string, readonly string[]>> = OPERATOR_FIELDS;
  const fields = (shown[action] ?? []).filter((name) => details?.[name] !== undefined);
  if (!details || fields.length === 0) return undefined;
  return Object.fromEntries(fields.map((name) => [name, details[name]]));
}
