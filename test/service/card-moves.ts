import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PatientClient } from "./patient-client.ts";

/** Between two movements of a caller, on average. */
const pauseMs = 20;

/** Money that a caller moved from the wallet to a card or back: it was acknowledged. */
export interface Move {
  to: "fund" | "withdraw";
  reference: string;
  amountMicroUsd: number;
  /** What a withdrawal was answered with; left out when the answer was that its key is used. */
  transactionId?: string;
}

/** Callers of Fund Card and Withdraw from Card, and what they were told was done. */
export function cardMoves(client: PatientClient) {
  const moves: Move[] = [];

  async function move(to: Move["to"], serviceCardId: string, cents: number): Promise<void> {
    const reference = randomUUID();
    const body = { serviceCardId, amount: cents / 100, reference };
    const path = `/partner/card/${to}`;
    const { status, json, repeats } = await client.untilAnswered(path, body, reference);
    // An attempt before it that was not answered was done all the same.
    const wasDone = json.message === "Idempotency key has already been used" && repeats > 0;
    if (status !== 200 && !(status === 400 && wasDone))
      throw new Error(`${path} answered ${status} ${JSON.stringify(json)} after ${repeats}`);
    const transactionId = json.data.serviceTransactionId;
    moves.push({
      ...{ to, reference, amountMicroUsd: cents * 10_000 },
      ...(transactionId === undefined ? {} : { transactionId }),
    });
  }

  return {
    moves,
    /** To a card and back again, which costs the wallet the fee alone. */
    async keepMoving(serviceCardId: string, stop: AbortSignal): Promise<void> {
      while (!stop.aborted) {
        const cents = 500 + Math.floor(Math.random() * 1_000);
        await move("fund", serviceCardId, cents);
        await move("withdraw", serviceCardId, cents);
        await sleep(Math.random() * 2 * pauseMs);
      }
    },
  };
}
