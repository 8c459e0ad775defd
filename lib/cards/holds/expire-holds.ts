import { now } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import { isServiceError } from "@/lib/kernel/errors";
import { errorFields, log } from "@/lib/kernel/log";
import { applyNetworkNotification } from "../network/apply-notification";
import { reverseTransaction } from "../reverse-transaction";
import { type DueHold, findDueHolds, findDueHoldsOf } from "./store";

/** How long the sandbox holds the money of an authorization that no merchant settles, as card networks do. */
export const HOLD_DAYS = 7;
/** The holds of a partner that one run releases; the next run continues. */
const BATCH = 100;

/** Releases the hold of a purchase that has no messages. Returns false when it was settled or reversed meanwhile. */
async function releaseSimulated({ id, partnerId }: DueHold): Promise<boolean> {
  try {
    await reverseTransaction({ partnerId, transactionId: id, at: now() });
    return true;
  } catch (error) {
    if (isServiceError(error) && error.code === "TRANSACTION_NOT_OPEN") return false;
    throw error;
  }
}

/** Reports the expiry as the network would, for a transaction that has messages. */
async function reportExpiry(hold: DueHold, networkTransactionId: string): Promise<boolean> {
  const { id, cardId, type, description, merchantName, merchantCountry, merchantCurrency } = hold;
  const { applied } = await applyNetworkNotification({
    issuer: "sandbox",
    // The stored id has the name of the issuer in front.
    issuerTransactionId: networkTransactionId.slice("sandbox:".length),
    issuerCardId: cardId,
    details: {
      ...{ type, description, merchantName, merchantCountry },
      merchantCurrency: merchantCurrency ?? "USD",
    },
    messages: [{ id: `${id}:expired`, at: now(), kind: "expiry" }],
  });
  return applied > 0;
}

interface Expired extends Record<string, number> {
  expired: number;
  failed: number;
}

async function release(holds: readonly DueHold[]): Promise<Expired> {
  let expired = 0;
  let failed = 0;
  for (const hold of holds) {
    const { networkTransactionId } = hold;
    try {
      const isReleased =
        networkTransactionId === null
          ? await releaseSimulated(hold)
          : await reportExpiry(hold, networkTransactionId);
      if (isReleased) expired += 1;
    } catch (error) {
      // The others must not wait for this one.
      failed += 1;
      log().error(
        { transaction: hold.id, failure: errorFields(error) },
        "expired hold not released",
      );
    }
  }
  return { expired, failed };
}

const latestCreation = (at: Date) => new Date(at.getTime() - HOLD_DAYS * DAY_MS);

/** Releases the due holds of one partner at the sandbox, at most 100. */
export const expireHoldsOf = async (partnerId: string): Promise<Expired> =>
  release(await findDueHoldsOf(partnerId, latestCreation(now()), BATCH));

/**
 * Releases holds of the sandbox that no merchant settled within 7 days of their partner's clock. Holds of a real issuer
 * end when the issuer says so. Source: docs/decisions/0073-sandbox-clock.md
 */
export async function expireHolds(): Promise<Expired> {
  if (env().SERVICE_ENVIRONMENT === "production") return { expired: 0, failed: 0 };
  return release(await findDueHolds(latestCreation(now()), BATCH));
}
