// SQL: money path: the inputs of Create User and Delete User in one statement; hot list of users.

import type { KycOutcome } from "@/lib/contract/kyc-outcomes";
import { lookUp, query } from "@/lib/db";
import { ofOwner } from "@/lib/db/of-owner";
import { queryList } from "@/lib/db/query-list";
import { queryPage } from "@/lib/db/query-page";
import { querySearch } from "@/lib/db/query-search";
import type { Page, PageRequest } from "@/lib/kernel/page";
import type { UserStatus } from "./states";
import { type UserFilters, userList } from "./user-list";

export interface ListedUserRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  status: UserStatus;
  program: "custodial" | "non_custodial";
  createdAt: Date;
}

/** A user with the open identity check, if any. */
export interface UserRow extends ListedUserRow {
  partnerId: string;
  version: number;
  kycSessionId: string | null;
  /** Moved back by the advances of the sandbox clock since the creation of the check. */
  kycExpiresAt: Date | null;
}

/** The columns of a ListedUserRow, from a table named `u`. */
export const LISTED_COLUMNS = `u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.status, u.program,
  u.created_at AS "createdAt"`;

/** Finds a user of the partner that is not deleted. */
export async function findUser(partnerId: string, userId: string): Promise<UserRow | undefined> {
  const rows = await lookUp<UserRow>(
    "find_user",
    `SELECT ${LISTED_COLUMNS}, u.partner_id AS "partnerId", u.version, u.kyc_session_id AS "kycSessionId",
       s.expires_at - clock_advanced_since(s.partner_id, s.created_at) AS "kycExpiresAt"
     FROM users u LEFT JOIN kyc_sessions s ON s.id = u.kyc_session_id
     WHERE u.partner_id = $1 AND u.id = $2 AND u.deleted_at IS NULL`,
    [partnerId, userId],
  );
  return rows[0];
}

/** Lists a partner's users, newest first, without deleted ones. */
export function listUsers(partnerId: string, page: PageRequest): Promise<Page<ListedUserRow>> {
  return queryPage<ListedUserRow>({
    name: "list_users",
    rows: `SELECT ${LISTED_COLUMNS} FROM users u WHERE ${ofOwner("u.partner_id", "$1")} AND u.deleted_at IS NULL
      ORDER BY u.partner_id, u.id DESC`,
    scope: partnerId,
    kind: "users",
    page,
  });
}

/** Finds the users that match the filters, in the requested order. */
export function findUsers(
  partnerId: string,
  filters: UserFilters,
  page: PageRequest,
): Promise<Page<ListedUserRow>> {
  return querySearch((isBroad) =>
    queryList(userList(partnerId, LISTED_COLUMNS, filters, page, isBroad), page.limit),
  );
}

/** The inputs of Create User. */
export interface UserCreationState {
  walletMicroUsd: bigint;
  emailTaken: boolean;
  /** The status that the partner's last deleted user with this email had at deletion. */
  deletedStatus: UserStatus | null;
}

/** Finds the wallet balance, and whether a user has or a deleted user had this email. */
export async function findUserCreationState(
  partnerId: string,
  emailKey: string,
  emailHash: string,
): Promise<UserCreationState> {
  const rows = await lookUp<UserCreationState>(
    "find_user_creation_state",
    `SELECT w.balance_micro_usd AS "walletMicroUsd",
       EXISTS (SELECT FROM users u WHERE u.partner_id = $1 AND u.email_key = $2) AS "emailTaken",
       (SELECT d.status FROM deleted_users d WHERE d.partner_id = $1 AND d.email_hash = $3) AS "deletedStatus"
     FROM ledger.accounts w WHERE w.id = 'wallet:' || $1`,
    [partnerId, emailKey, emailHash],
  );
  const state = rows[0];
  if (!state) throw new Error(`partner ${partnerId} has no wallet account`);
  return state;
}

/** The inputs of Delete User. */
export interface UserDeletionState {
  id: string;
  emailKey: string;
  status: UserStatus;
  version: number;
  /** The ids of the cards that are not terminated. */
  activeCards: string[];
}

/** Finds a user of the partner that is not deleted, with the cards that prevent the deletion. */
export async function findUserDeletionState(
  partnerId: string,
  userId: string,
): Promise<UserDeletionState | undefined> {
  const rows = await query<UserDeletionState>(
    "find_user_deletion_state",
    `SELECT u.id, u.email_key AS "emailKey", u.status, u.version,
       ARRAY(SELECT c.id FROM cards c WHERE c.user_id = u.id AND c.status <> 'terminated' ORDER BY c.id DESC)
         AS "activeCards"
     FROM users u WHERE u.partner_id = $1 AND u.id = $2 AND u.deleted_at IS NULL`,
    [partnerId, userId],
  );
  return rows[0];
}

/** Limits the response: older links are of no use to the reader. */
const MAX_ATTEMPTS = 20;

/** Instants are in the format of PostgreSQL's JSON. */
export interface VerificationAttempt {
  createdAt: string;
  openedAt: string | null;
  completedAt: string | null;
  expiresAt: string;
  outcome: KycOutcome | null;
}

export interface UserVerification {
  /** The denial codes of the last outcome, separated by commas; null without an outcome or after an approval. */
  reason: string | null;
  /** Newest first. */
  attempts: VerificationAttempt[];
}

/** Finds the identity checks of a user of the partner that is not deleted. */
export async function findUserVerification(
  partnerId: string,
  userId: string,
): Promise<UserVerification | undefined> {
  const rows = await query<UserVerification & Record<string, unknown>>(
    "find_user_verification",
    `SELECT u.denial_reason AS reason, coalesce(
       (SELECT json_agg(json_build_object('createdAt', s.created_at, 'openedAt', s.opened_at,
          'completedAt', s.completed_at, 'outcome', s.outcome,
          'expiresAt', s.expires_at - clock_advanced_since(s.partner_id, s.created_at))
          ORDER BY s.created_at DESC, s.id DESC)
        FROM (SELECT * FROM kyc_sessions WHERE user_id = u.id
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_ATTEMPTS}) s), '[]') AS attempts
     FROM users u WHERE u.partner_id = $1 AND u.id = $2 AND u.deleted_at IS NULL`,
    [partnerId, userId],
  );
  return rows[0];
}
