import { setTimeout as sleep } from "node:timers/promises";

const answerTimeoutMs = 2 * 60_000;
/** The average pause between two attempts. */
const pauseMs = 20;

export interface PatientAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  json: any;
  /** The number of failed attempts before this response. */
  repeats: number;
}

export type PatientClient = ReturnType<typeof patientClient>;

/** A partner's server that retries as documented: with the same key, until the response is not 503. */
export function patientClient(target: () => { baseUrl: string; apiKey: string }) {
  const counts = { unavailable: 0, cut: 0 };

  /** Returns undefined if the connection was refused or cut: the outcome is then unknown. */
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
        // A request that hangs fails the test.
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      // Reads the whole body, because the connection may be cut in the middle.
      return new Response(await answer.text(), answer);
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  return {
    /** The numbers of failed attempts: responses with 503, and connections refused or cut. */
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
