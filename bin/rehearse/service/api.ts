import { randomUUID } from "node:crypto";
import { sleep } from "../../bootstrap/process-info.mjs";
import { stopSignal } from "../../bootstrap/stop-signal.mjs";

const WAIT_MS = 60_000;

/**
 * Sends a request to the service and returns `data` of its response. While the service is unavailable it is sent again, with
 * the same headers and so with the same idempotency key.
 */
export async function send<Data>(
  url: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Data> {
  const request = {
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  };
  return until(`${url} is answered`, async () => {
    const answer = await fetch(url, request);
    const text = await answer.text();
    if (answer.status === 503) return undefined;
    if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${text}`);
    return JSON.parse(text).data as Data;
  });
}

/** Reads until there is something, and returns it. @throws Error after a minute. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadlineMs = Date.now() + WAIT_MS;
  while (Date.now() < deadlineMs) {
    stopSignal.throwIfAborted();
    const found = await look();
    if (found !== undefined) return found;
    await sleep(300);
  }
  throw new Error(`${what}: not after ${WAIT_MS / 1_000} s.`);
}

/** The requests of a partner's server, without retries: for what is done before and beside the load. */
export function partnerApi(baseUrl: string, apiKey: string) {
  return <Data>(path: string, body?: object, key: string = randomUUID()) =>
    send<Data>(`${baseUrl}/api${path}`, body, {
      authorization: `Bearer ${apiKey}`,
      "idempotency-key": key,
    });
}
