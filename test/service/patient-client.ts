import { setTimeout as sleep } from "node:timers/promises";

const answerTimeoutMs = 30_000;
/** Between two attempts, on average. */
const pauseMs = 20;

export interface PatientAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  json: any;
  /** How often it was asked in vain. */
  repeats: number;
}

export type PatientClient = ReturnType<typeof patientClient>;

/** A partner's server that does as it is told: again, with the same key, until there is an answer other than 503. */
export function patientClient(target: () => { baseUrl: string; apiKey: string }) {
  const counts = { unavailable: 0, cut: 0 };

  /** Undefined when the connection was refused or cut: nobody knows then whether it was done. */
  async function send(path: string, body?: object, key?: string): Promise<Response | undefined> {
    const { baseUrl, apiKey } = target();
    try {
      const answer = await fetch(`${baseUrl}/api/v1${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // One that hangs is a fault.
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      // All of it: the cut may come in the middle.
      return new Response(await answer.text(), answer);
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  return {
    /** How often it was asked in vain, and how that ended. */
    counts,
    async untilAnswered(path: string, body?: object, key?: string): Promise<PatientAnswer> {
      for (let repeats = 0; ; repeats += 1) {
        const answer = await send(path, body, key);
        if (answer !== undefined && answer.status !== 503)
          return { status: answer.status, json: await answer.json(), repeats };
        if (answer === undefined) counts.cut += 1;
        else {
          counts.unavailable += 1;
          if (!(Number(answer.headers.get("retry-after")) > 0))
            throw new Error(`503 without Retry-After: ${path} ${await answer.text()}`);
        }
        await sleep(Math.random() * 2 * pauseMs);
      }
    },
  };
}
