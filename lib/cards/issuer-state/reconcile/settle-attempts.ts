import { DAY_MS } from "@/lib/kernel/durations";
import type { CardIssuer } from "../../issuer/port";
import { findCardholderAttempts, forgetCardholderAttempts, storeCardholder } from "../sql-store";

/** Longer than a request can take: what the issuer does not have after it was never created. */
const FORGET_AFTER_MS = DAY_MS;

/**
 * Settles attempts to create a cardholder whose response was lost. The cardholder of a deleted user is stored, which queues its
 * end; that of another user is found by the next Create Card. Source: docs/erasure.md
 *
 * @param ids the cardholders at the issuer, by reference
 * @param at when the list of them began
 */
export async function settleAttempts(
  issuer: CardIssuer,
  ids: ReadonlyMap<string, string>,
  at: Date,
): Promise<void> {
  const nowhere: string[] = [];
  for (const { userId, isDeleted } of await findCardholderAttempts(issuer.name, at)) {
    const cardholderId = ids.get(issuer.cardholderReference(userId));
    if (cardholderId === undefined) nowhere.push(userId);
    else if (isDeleted)
      await storeCardholder({ issuer: issuer.name, userId, cardholderId, createdAt: at });
  }
  await forgetCardholderAttempts(issuer.name, nowhere, new Date(at.getTime() - FORGET_AFTER_MS));
}
