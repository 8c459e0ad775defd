// SQL: the rules of approvals are SQL functions, evaluated with the rows that they decide about.

import type { CallingPartner } from "@/lib/contract/partner";
import { query } from "@/lib/db";
import { NOT_COUNTED } from "@/lib/db/list-total";
import { queryList } from "@/lib/db/query-list";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { REPEATED } from "@/lib/treasury/restored/sql-store";
import { AWAITS_PARTNER } from "@/lib/withdrawals/own-approvals/sql-store";
import { endsOf } from "@/lib/withdrawals/search-conditions";
import type { WithdrawalStatus } from "@/lib/withdrawals/states";
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from "@/lib/withdrawals/store";

/**
 * The rows of all partners: only in this store are queries not limited to one partner. Only routes of the audience
 * `admin` call it.
 */
export interface AdminWithdrawalRow extends WithdrawalRow {
  partnerName: string;
  /** By the clock of the database, by which people become approvers. */
  requestedAt: Date;
  /** The label under which the partner has saved the address. */
  addressLabel: string | null;
  /** Above this amount two people must approve; null: one is enough for any amount. */
  secondApprovalAboveMicroUsd: bigint | null;
  /** In the order in which they were given. */
  approvals: ApprovalRow[];
  /** Earlier withdrawals of the partner that were paid to the same address; of at most MAX_TO_ADDRESS. */
  timesPaid: bigint;
  /** The partner has used another address with the same first and last four digits. */
  hasLookAlike: boolean;
  /** The partner to whom the address belongs, if it is a deposit address of this service. */
  depositAddressOf: string | null;
  /** The start of the partner's suspension. `suspensionReason` is the text of the administrator who suspended it. */
  partnerSuspendedAt: Date | null;
  suspensionReason: string | null;
  /** A transfer was signed for it. */
  isSigned: boolean;
  /** Why the token contract, the worker or the screening refuses the transfer: an open alert. */
  refusal: RefusalRow | null;
  /** A second person of the partner must approve it first. */
  awaitsPartner: boolean;
  /** A payment of the same amount to the same address that was found on the chain after a restore; null: none. */
  samePayment: SamePaymentRow | null;
  /** It was approved before such a payment was found, so it is never signed. */
  isHeldAsRepeat: boolean;
  /** The hit of the sanctions screening; null while there was none. */
  screening: ScreeningHitRow | null;
}

export interface SamePaymentRow {
  chain: string;
  txHash: string;
  /** ISO 8601 */
  foundAt: string;
}

export interface ScreeningHitRow {
  /** ISO 8601 */
  since: string;
  reason: string;
  /** Null while no administrator released the withdrawal. */
  releasedAt: string | null;
  releasedBy: string | null;
  releaseReason: string | null;
}

export interface RefusalRow {
  /** ISO 8601 */
  since: string;
  text: string;
  /** Signatures of approvers are missing; otherwise the token refuses. */
  isUnsigned: boolean;
  /** The sanctions screening holds it. */
  isScreened: boolean;
}

export interface ApprovalRow {
  personId: string;
  name: string;
  /** ISO 8601 */
  at: string;
  /** The person may still approve, and counts as one of two where two are needed. */
  counts: boolean;
  /** People of one line count as one where two are needed. */
  lineId: string;
  /** The approver's passkey signed it. */
  isSigned: boolean;
}

/** The fields that decide whether a person's approval counts where two are needed. */
export interface ApproverRow {
  roleSince: Date;
  approvesFrom: Date;
  lineId: string;
}

/** The withdrawals `w` with their partners `p`. */
export const OF_PARTNERS = `withdrawals w JOIN partners p ON p.id = w.partner_id`;
/** When a withdrawal was requested, by the clock of the database: its own time is of a process, whose clock may be wrong. */
const REQUESTED_AT = "coalesce(w.inserted_at, w.created_at)";
/** Whether the approval `a` by the person `o` counts for a withdrawal. */
export const APPROVAL_COUNTS = `CASE WHEN w.amount_micro_usd > p.second_approval_above_micro_usd
      THEN counts_as_second(o, ${REQUESTED_AT}, a.created_at) ELSE may_approve(o) END`;
const APPROVALS = `SELECT coalesce(json_agg(json_build_object('personId', a.person_id, 'name', o.name,
    'at', a.created_at, 'lineId', line_of(o),
    'isSigned', a.signature IS NOT NULL,
    'counts', ${APPROVAL_COUNTS}) ORDER BY a.created_at, a.person_id), '[]')
  FROM withdrawal_approvals a JOIN people o ON o.id = a.person_id WHERE a.withdrawal_id = w.id`;
/** Stored only in the audit log, because no decision depends on it. */
const SUSPENSION_REASON = `SELECT s.after ->> 'reason' FROM audit_entries s
  WHERE s.target_id = p.id AND s.action = 'partner.suspend' AND p.suspended_at IS NOT NULL ORDER BY s.id DESC LIMIT 1`;
const SUSPENDED_BY = `SELECT o.name FROM audit_entries s JOIN people o ON o.id = s.person_id
  WHERE s.target_id = p.id AND s.action = 'partner.suspend' AND p.suspended_at IS NOT NULL ORDER BY s.id DESC LIMIT 1`;
const REFUSAL = `SELECT json_build_object('since', l.opened_at, 'text', l.text, 'isUnsigned', l.kind = 'payout_unsigned',
    'isScreened', l.kind = 'payout_screened')
  FROM alerts l WHERE l.kind IN ('token_refuses', 'payout_unsigned', 'payout_screened') AND l.subject = w.id AND l.closed_at IS NULL
  ORDER BY l.opened_at LIMIT 1`;
/** The first hit of the sanctions screening, and the release by an administrator. */
const SCREENING = `SELECT json_build_object('since', h.created_at, 'reason', h.reason, 'releasedAt', r.created_at,
    'releasedBy', o.name, 'releaseReason', r.reason)
  FROM withdrawal_screenings h LEFT JOIN withdrawal_screenings r ON r.withdrawal_id = h.withdrawal_id AND r.outcome = 'released'
    LEFT JOIN people o ON o.id = r.person_id
  WHERE h.withdrawal_id = w.id AND h.outcome = 'hit' ORDER BY h.created_at LIMIT 1`;
/** A found payout that no withdrawal here explains: a request of the lost time that may have been repeated. */
const SAME_PAYMENT = `SELECT json_build_object('chain', f.chain, 'txHash', f.tx_hash, 'foundAt', f.found_at) FROM found_payouts f
  WHERE f.withdrawal_id IS NULL AND f.to_address = lower(w.to_address)
    AND f.amount_micro_usd = w.amount_micro_usd - w.fee_micro_usd ORDER BY f.found_at DESC LIMIT 1`;
const LABEL = `SELECT s.label FROM saved_addresses s
  WHERE s.partner_id = w.partner_id AND lower(s.address) = lower(w.to_address)`;
/** The number of withdrawals to one address that are read: a partner may send all of its withdrawals to the same one. */
export const MAX_TO_ADDRESS = 1_000;
const SAME_ENDS = `${endsOf("o.partner_id", "o.to_address")} = ${endsOf("w.partner_id", "w.to_address")}`;
/** Other conditions come after the LIMIT: in the same query they would let PostgreSQL choose an index of the status or the id. */
const TIMES_PAID = `SELECT count(*) FILTER (WHERE s.status = 'completed' AND s.id < w.id)
  FROM (SELECT o.status, o.id FROM withdrawals o
    WHERE ${SAME_ENDS} AND lower(o.to_address) = lower(w.to_address) LIMIT ${MAX_TO_ADDRESS}) s`;
/** As two ranges: to find addresses that are not equal, PostgreSQL would read all that are. */
const hasSameEnds = (compare: "<" | ">") =>
  `EXISTS (SELECT FROM withdrawals o WHERE ${SAME_ENDS} AND lower(o.to_address) ${compare} lower(w.to_address))`;
export const WITHDRAWALS_OF_PARTNERS_COLUMNS = `${WITHDRAWAL_COLUMNS}, ${REQUESTED_AT} AS "requestedAt", p.name AS "partnerName", (${LABEL}) AS "addressLabel",
  p.second_approval_above_micro_usd AS "secondApprovalAboveMicroUsd", (${APPROVALS}) AS approvals,
  (${TIMES_PAID}) AS "timesPaid", ${hasSameEnds("<")} OR ${hasSameEnds(">")} AS "hasLookAlike",
  (SELECT d.partner_id FROM deposit_addresses d WHERE lower(d.address) = lower(w.to_address)) AS "depositAddressOf",
  p.suspended_at AS "partnerSuspendedAt", (${SUSPENSION_REASON}) AS "suspensionReason",
  EXISTS (SELECT FROM payouts y WHERE y.withdrawal_id = w.id)
    OR EXISTS (SELECT FROM found_payouts y WHERE y.withdrawal_id = w.id) AS "isSigned", (${REFUSAL}) AS refusal,
  (${SCREENING}) AS screening, (${SAME_PAYMENT}) AS "samePayment",
  w.status = 'approved' AND EXISTS (SELECT FROM found_payouts f WHERE ${REPEATED}) AS "isHeldAsRepeat",
  w.status = 'pending' AND ${AWAITS_PARTNER} AS "awaitsPartner"`;

/** Finds a withdrawal of any partner. */
export async function findAnyWithdrawal(
  withdrawalId: string,
): Promise<AdminWithdrawalRow | undefined> {
  const rows = await query<AdminWithdrawalRow>(
    "find_any_withdrawal",
    `SELECT ${WITHDRAWALS_OF_PARTNERS_COLUMNS} FROM ${OF_PARTNERS} WHERE w.id = $1`,
    [withdrawalId],
  );
  return rows[0];
}

/** Reads one of the operator's people as an approver. */
export async function findApprover(personId: string): Promise<ApproverRow> {
  const [row] = await query<ApproverRow & Record<string, unknown>>(
    "find_approver",
    `SELECT p.role_since AS "roleSince", p.approves_from AS "approvesFrom", line_of(p) AS "lineId"
     FROM people p WHERE p.id = $1`,
    [personId],
  );
  if (!row) throw new Error(`there is no person ${personId}`);
  return row;
}

/** Lists the withdrawals of all partners with one status: pending ones oldest first, others newest first. */
export async function listAllWithdrawals(
  status: WithdrawalStatus,
  { skip, limit, cursor, isUncounted }: PageRequest,
): Promise<Page<AdminWithdrawalRow>> {
  const isOldestFirst = status === "pending";
  const order = isOldestFirst ? "ASC" : "DESC";
  const after = cursor === undefined ? "" : `AND w.id ${isOldestFirst ? ">" : "<"} $4`;
  const total = isUncounted
    ? NOT_COUNTED
    : `SELECT coalesce(sum(c.n), 0)::bigint AS total
        FROM partners p JOIN row_counts c ON c.scope = p.id AND c.kind = 'withdrawals:' || $1`;
  const statement = {
    name: `list_all_withdrawals_${order}${after && "_after"}${isUncounted ? "_uncounted" : ""}`,
    text: `SELECT counted.total, page.* FROM (${total}) counted
       LEFT JOIN LATERAL (SELECT ${WITHDRAWALS_OF_PARTNERS_COLUMNS} FROM ${OF_PARTNERS} WHERE w.status = $1 ${after}
         ORDER BY w.id ${order} OFFSET $2 LIMIT $3) page ON true`,
    values: [status, skip, limit + 1, ...(cursor === undefined ? [] : [cursor])],
  };
  return queryList(statement, limit);
}

export interface PartnerRow extends CallingPartner {
  walletMicroUsd: bigint;
  secondApprovalAboveMicroUsd: bigint | null;
  createdAt: Date;
  /** The text and the name of the administrator who suspended the partner; null when it is not suspended. */
  suspensionReason: string | null;
  suspendedBy: string | null;
  /** Changes with every update of the row. */
  version: number;
}

export const PARTNER_COLUMNS = `p.id, p.name, p.redirect_url AS "redirectUrl", p.wallet_address AS "walletAddress",
  p.kyc_fee_micro_usd AS "kycFeeMicroUsd", p.card_creation_fee_micro_usd AS "cardCreationFeeMicroUsd",
  p.funding_fee_micro_usd AS "fundingFeeMicroUsd", p.funding_fee_bps AS "fundingFeeBps",
  p.card_withdrawal_fee_micro_usd AS "cardWithdrawalFeeMicroUsd", p.cross_border_fee_bps AS "crossBorderFeeBps",
  p.requests_per_s AS "requestsPerS", p.request_burst AS "requestBurst",
  p.second_approval_above_micro_usd AS "secondApprovalAboveMicroUsd", p.suspended_at AS "suspendedAt",
  (${SUSPENSION_REASON}) AS "suspensionReason", (${SUSPENDED_BY}) AS "suspendedBy", p.created_at AS "createdAt", p.xmin::text::float8 AS version, a.balance_micro_usd AS "walletMicroUsd"`;
export const PARTNER_TABLES = `partners p JOIN ledger.accounts a ON a.id = 'wallet:' || p.id`;

/** Reads a partner with its settings and its wallet balance. */
export async function findPartnerSettings(partnerId: string): Promise<PartnerRow | undefined> {
  const rows = await query<PartnerRow>(
    "find_partner_settings",
    `SELECT ${PARTNER_COLUMNS} FROM ${PARTNER_TABLES} WHERE p.id = $1`,
    [partnerId],
  );
  return rows[0];
}
