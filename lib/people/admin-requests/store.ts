// SQL: lock: SQL functions request and confirm a change by two administrators, and state what hinders the second.

import { change, query } from "@/lib/db";
import { errorCodeOf } from "@/lib/kernel/error-code";
import type { LinkMail } from "@/lib/mail/link-mail";
import type { StoredTerms } from "@/lib/withdrawals/policy/stored-terms";
import type { AdminRequestKind, ConfirmObstacle } from "./schema";
import type { StoredSettings } from "./stored-settings";

/** The stored details of a request. Amounts are micro-USD as text, because JSON has no bigint. */
export interface RequestDetails {
  fromMicroUsd?: string;
  toMicroUsd?: string | null;
  email?: string;
  fromRole?: string;
  role?: string;
  fromSettings?: StoredSettings;
  toSettings?: StoredSettings;
  fromPolicy?: StoredTerms;
  toPolicy?: StoredTerms;
  /** The version of the payout policy that has the terms `fromPolicy`; 0 for a partner without a policy. */
  policyVersion?: number;
  /** What an owner scheduled stays. */
  keepsSchedule?: boolean;
  /** The identity provider that would no longer be required. */
  issuer?: string;
}

export interface NewAdminRequestRow {
  id: string;
  kind: AdminRequestKind;
  targetId: string;
  details: RequestDetails;
  requestedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface AdminRequestRow extends Omit<NewAdminRequestRow, "requestedBy"> {
  targetName: string;
  /** The name of the first administrator. */
  requestedBy: string;
  obstacle: ConfirmObstacle | null;
}

const OPEN = `r.confirmed_at IS NULL AND r.cancelled_at IS NULL AND r.expires_at > $2
  AND leads_people_of(NULL, r.requested_by)`;
const COLUMNS = `r.id, r.kind, r.target_id AS "targetId", r.details, q.name AS "requestedBy", r.created_at AS "createdAt",
  r.expires_at AS "expiresAt", coalesce(
    CASE WHEN r.kind IN ('second_approval', 'partner_settings', 'payout_policy', 'partner_sso', 'partner_owner') THEN (SELECT p.name FROM partners p WHERE p.id = r.target_id)
      WHEN r.kind IN ('operator_role', 'operator_second_factor') THEN (SELECT p.name FROM people p WHERE p.id = r.target_id) ELSE r.details ->> 'email' END,
    r.target_id) AS "targetName",
  CASE WHEN v.role <> 'admin' THEN 'role' ELSE obstacle_of_request(r, v, q, $2) END AS obstacle`;
const TABLES = `admin_requests r JOIN people q ON q.id = r.requested_by JOIN people v ON v.id = $1`;

/** Returns whether two administrators decide: two independent ones exist, or some partner needs two approvals. */
export async function areTwoNeeded(): Promise<boolean> {
  const [row] = await query<{ needed: boolean }>(
    "two_administrators_needed",
    "SELECT two_administrators_needed() AS needed",
    [],
  );
  return row?.needed === true;
}

/** Lists the pending requests, newest first, with the obstacle of each for this viewer. */
export function listOpenRequests(viewerId: string, at: Date): Promise<AdminRequestRow[]> {
  return query<AdminRequestRow & Record<string, unknown>>(
    "list_open_admin_requests",
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${OPEN} ORDER BY r.id DESC LIMIT 100`,
    [viewerId, at],
  );
}

/** Returns a pending request with its obstacle for this viewer. */
export async function findOpenRequest(
  requestId: string,
  viewerId: string,
  at: Date,
): Promise<AdminRequestRow | undefined> {
  const rows = await query<AdminRequestRow & Record<string, unknown>>(
    "find_open_admin_request",
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE r.id = $3 AND ${OPEN}`,
    [viewerId, at, requestId],
  );
  return rows[0];
}

/** Returns a request that was just stored, also when another one has replaced it since. */
export async function readStoredRequest(
  requestId: string,
  viewerId: string,
  at: Date,
): Promise<AdminRequestRow> {
  const [row] = await query<AdminRequestRow & Record<string, unknown>>(
    "read_stored_admin_request",
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE r.id = $3`,
    [viewerId, at, requestId],
  );
  if (!row) throw new Error(`the stored request ${requestId} is missing`);
  return row;
}

/**
 * Stores a request in place of a pending one for the same change. `not_allowed`: the requester is no longer an admin; `waits`: a
 * request to invite another owner of the same partner is pending.
 */
export async function insertRequest(
  row: NewAdminRequestRow,
): Promise<"done" | "not_allowed" | "waits"> {
  const [asked] = await change<{ result: "done" | "not_allowed" | "waits" }>(
    "request_second_administrator",
    "SELECT request_second_administrator($1) AS result",
    [
      {
        id: row.id,
        kind: row.kind,
        target_id: row.targetId,
        details: row.details,
        requested_by: row.requestedBy,
        created_at: row.createdAt,
        expires_at: row.expiresAt,
      },
    ],
    ([first]) => first?.result === "done",
  );
  return asked?.result ?? "not_allowed";
}

/** The SQLSTATE of a confirmation whose change could not be made. */
const NOT_DONE = "PW001";

/** The outcome of a confirmation. Only `done` changed anything. */
export type ConfirmOutcome =
  | "done"
  | "unknown"
  | "not_allowed"
  | Exclude<ConfirmObstacle, "role">
  | "stale"
  | "exists";

interface Confirmation {
  requestId: string;
  confirmerId: string;
  at: Date;
  /** The columns of the new invitation or recovery link, without those that the request already contains. */
  invitation: { id: string; tokenHash: string; expiresAt: Date; mail: LinkMail | undefined };
  /** The key of the email of an invited owner of a partner. */
  emailKey: string | undefined;
  /** The time from which the approvals of a promoted person count. */
  approvesFrom: Date;
}

/** Confirms a request and makes its change in one transaction. */
export async function confirmRequest(confirmation: Confirmation): Promise<ConfirmOutcome> {
  const { requestId, confirmerId, at, invitation, emailKey, approvesFrom } = confirmation;
  const made = {
    id: invitation.id,
    email_key: emailKey,
    token_hash: invitation.tokenHash,
    expires_at: invitation.expiresAt,
    mail: invitation.mail,
    approves_from: approvesFrom,
  };
  try {
    const [row] = await change<{ result: ConfirmOutcome }>(
      "confirm_admin_request",
      "SELECT confirm_admin_request($1, $2, $3, $4) AS result",
      [requestId, confirmerId, at, made],
      ([first]) => first?.result === "done",
    );
    return row?.result ?? "unknown";
  } catch (error) {
    // What the request changes has changed since this transaction compared it.
    if (errorCodeOf(error) === NOT_DONE) return "stale";
    throw error;
  }
}

/** Cancels a pending request. Returns false when it was confirmed or cancelled before, or has expired. */
export async function cancelRequest(
  requestId: string,
  personId: string,
  at: Date,
): Promise<boolean> {
  const cancelled = await change(
    "cancel_admin_request",
    `UPDATE admin_requests r SET cancelled_by = $3, cancelled_at = $2
     WHERE r.id = $1 AND r.confirmed_at IS NULL AND r.cancelled_at IS NULL AND r.expires_at > $2 RETURNING r.id`,
    [requestId, at, personId],
    (rows) => rows.length > 0,
  );
  return cancelled.length > 0;
}
