import { randomInt, randomUUID } from "node:crypto";
import { sleep } from "../../bootstrap/process-info.mjs";
import type { Partner } from "../service/make-partners.ts";
import { move, untilAnswered } from "./call.ts";
import type { LoadLog, Operation } from "./operations.ts";

/** The pause between two requests of one caller: eight callers stay below half of the rate that one partner has. */
const PAUSE_MS = 60;
/** How long operations under way are still repeated after the end. */
const LAST_REPEATS_MS = 60_000;

/** The smallest and largest movement, in cents. */
const CENTS = [500, 1_500] as const;

/** What each caller does in turn, so that the money goes to the card and back. The filtered list is no lookup by key. */
const TURNS = ["fund", "get", "list", "withdraw"] as const;

export interface Load {
  log: LoadLog;
  /** Ends when all callers have their last answers. Rejects when the service refused a request. */
  stop: () => Promise<void>;
  /** Ends without repeating what has no answer: for a service that is gone. */
  cut: () => Promise<void>;
  /** Rejects as soon as the service refuses a request; never resolves. */
  broken: Promise<never>;
}

/** Starts one caller for each card of each partner. */
export function startLoad(baseUrl: string, partners: readonly Partner[]): Load {
  const log: LoadLog = { operations: [], attempts: [] };
  const end = new AbortController();
  const giveUp = new AbortController();
  const callers = partners.flatMap((partner) =>
    partner.cards.map((card) =>
      runCaller({ baseUrl, partner, card, log }, end.signal, giveUp.signal),
    ),
  );
  const all = Promise.all(callers);
  const broken = new Promise<never>((_, reject) => {
    all.catch(reject);
  });
  // Where nobody waits for it, `stop` reports the same reason.
  broken.catch(() => undefined);
  return {
    log,
    broken,
    async stop() {
      end.abort();
      const timer = setTimeout(() => giveUp.abort(), LAST_REPEATS_MS);
      await all.finally(() => clearTimeout(timer));
    },
    async cut() {
      end.abort();
      giveUp.abort();
      await all;
    },
  };
}

interface Caller {
  baseUrl: string;
  partner: Partner;
  card: string;
  log: LoadLog;
}

async function runCaller(
  { baseUrl, partner, card, log }: Caller,
  end: AbortSignal,
  giveUp: AbortSignal,
): Promise<void> {
  const { apiKey, partnerId } = partner;
  const path = `${baseUrl}/api/v1/partner/card`;
  while (!end.aborted) {
    const cents = randomInt(...CENTS);
    for (const turn of TURNS) {
      if (turn === "get" || turn === "list") {
        const url = turn === "get" ? `${path}/${card}` : `${path}?status=active&search=a&limit=20`;
        const answer = await untilAnswered({ url, apiKey }, log, giveUp);
        if (answer !== undefined && answer.status !== 200)
          throw new Error(`GET ${url} answered ${answer.status} ${JSON.stringify(answer.json)}`);
      } else {
        const operation = newOperation(turn, partnerId, cents);
        const body = { serviceCardId: card, amount: cents / 100, reference: operation.key };
        await move(operation, { url: `${path}/${turn}`, apiKey, body }, log, giveUp);
      }
      await sleep(Math.random() * 2 * PAUSE_MS);
    }
  }
}

const newOperation = (kind: Operation["kind"], partnerId: string, cents: number): Operation => ({
  kind,
  key: randomUUID(),
  partnerId,
  amountMicroUsd: BigInt(cents) * 10_000n,
  wasRepeated: false,
});
