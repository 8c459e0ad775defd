import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PatientClient } from "./patient-client.ts";

/** The average pause between two movements of a caller. */
const pauseMs = 20;

/** An acknowledged movement of money from the wallet to a card or back. */
export interface Move {
  to: "fund" | "withdraw";
  reference: string;
  amountMicroUsd: number;
  /** The transaction's id in the response; missing if the response was that the key is used. */
  transactionId?: string;
}

/** Calls Fund Card and Withdraw from Card, and records the acknowledged movements. */
export function cardMoves(client: PatientClient) {
  const moves: Move[] = [];

  async function move(to: Move["to"], serviceCardId: string, cents: number): Promise<void> {
    const reference = randomUUID();
    const body = { serviceCardId, amount: cents / 100, reference };
    const path = `/partner/card/${to}`;
    const { status, json, repeats } = await client.untilAnswered(path, body, reference);
    // An earlier attempt without a response was committed.
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
    /** Moves money to a card and back until stopped. Each round costs the wallet only the fee. */
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
