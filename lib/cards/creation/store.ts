// SQL: money path: the inputs of Create Card in one statement.

import { lookUp } from "@/lib/db";
import type { Claim } from "@/lib/ledger";
import type { IssuerName } from "../network/message";
import type { Program } from "../store";

/** The inputs of Create Card: the user and the wallet balance. */
export interface CardCreationState {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  ipAddress: string;
  address: string;
  city: string;
  region: string;
  postalCode: string;
  countryCode: string;
  /** `YYYY-MM-DD`; null when no identity check has given it. */
  birthDate: string | null;
  createdAt: Date;
  /** The ids of the user's cardholders, by issuer; null when there are none. */
  cardholderIds: Partial<Record<IssuerName, string>> | null;
  /** How many cards have been issued for the same key of the client: stored, or given up. */
  issuedCards: bigint;
  /** The key was claimed within the retention of idempotency keys: the request is a repeat. */
  isRepeat: boolean;
  program: Program;
  status: string;
  /** Moved back by the advances of the sandbox clock since then. */
  lastCardCreatedAt: Date | null;
  version: number;
  walletMicroUsd: bigint;
}

/** Finds the user of a new card. Undefined when the user is deleted or of another partner. */
export async function findCardCreationState(
  { partnerId, endpoint, key }: Claim,
  userId: string,
  requestKey: string,
): Promise<CardCreationState | undefined> {
  const rows = await lookUp<CardCreationState>(
    "find_card_creation_state",
    `SELECT u.id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.email,
       u.phone_number AS "phoneNumber", u.ip_address AS "ipAddress", u.address, u.city, u.region,
       u.postal_code AS "postalCode", u.country_code AS "countryCode", u.birth_date::text AS "birthDate",
       u.created_at AS "createdAt", u.program, u.status, u.version,
       u.last_card_created_at - clock_advanced_since(u.partner_id, u.last_card_created_at) AS "lastCardCreatedAt",
       w.balance_micro_usd AS "walletMicroUsd",
       (SELECT json_object_agg(h.issuer, h.cardholder_id) FROM issuer_cardholders h WHERE h.user_id = u.id)
         AS "cardholderIds",
       (SELECT count(*) FROM cards c WHERE c.request_key = $3)
         + (SELECT count(*) FROM issuer_updates i WHERE i.request_key = $3) AS "issuedCards",
       EXISTS (SELECT FROM idempotency_keys k WHERE k.partner_id = $1 AND k.endpoint = $4 AND k.key = $5) AS "isRepeat"
     FROM users u JOIN ledger.accounts w ON w.id = 'wallet:' || u.partner_id
     WHERE u.partner_id = $1 AND u.id = $2 AND u.deleted_at IS NULL`,
    [partnerId, userId, requestKey, endpoint, key],
  );
  return rows[0];
}
