import { sleep } from "../../bootstrap/process-info.mjs";
import { type LoadLog, type Operation, SUCCESS } from "./operations.ts";

/** The pause before a failed request is sent again. */
const RETRY_PAUSE_MS = [80, 200] as const;
/** Longer than the service takes to give up a request. */
const ANSWER_TIMEOUT_MS = 60_000;
/** Rate limits and everything the service could not do: the same request may succeed later. */
const isWorthRepeating = (status: number) => status === 429 || status >= 500;

interface Request {
  url: string;
  apiKey: string;
  body?: object;
  key?: string;
}

interface Answer {
  status: number;
  json: { data?: { serviceTransactionId?: unknown } };
}

const between = ([least, most]: readonly [number, number]) =>
  least + Math.random() * (most - least);

/** Sends one request. Returns undefined when the connection broke: what became of the request is then unknown. */
async function attempt({ url, apiKey, body, key }: Request, log: LoadLog) {
  const startedMs = performance.now();
  const record = (outcome: string) =>
    log.attempts.push({
      isWrite: body !== undefined,
      startedMs,
      endedMs: performance.now(),
      outcome,
    });
  try {
    const answer = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const text = await answer.text();
    record(answer.ok || isKeyUsed(answer.status, text) ? SUCCESS : String(answer.status));
    return { status: answer.status, text };
  } catch (error) {
    record(reasonOf(error));
    return undefined;
  }
}

/** The code of a broken connection. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string")
    return cause.code;
  return cause instanceof Error ? cause.name : String(cause);
}

const isKeyUsed = (status: number, text: string) =>
  status === 400 && text.includes("Idempotency key has already been used");

/** Sends a request until it is answered, as documented: with the same key, after 429, 5xx and broken connections. */
export async function untilAnswered(
  request: Request,
  log: LoadLog,
  stop: AbortSignal,
  onRepeat: () => void = () => undefined,
): Promise<Answer | undefined> {
  while (!stop.aborted) {
    const answer = await attempt(request, log);
    if (answer !== undefined && !isWorthRepeating(answer.status))
      return { status: answer.status, json: JSON.parse(answer.text) };
    onRepeat();
    await sleep(between(RETRY_PAUSE_MS));
  }
  return undefined;
}

/**
 * Asks for a movement until it is acknowledged, and records that. An answer that the key is used acknowledges it only if an
 * earlier attempt may have succeeded.
 *
 * @throws Error when the service refuses the movement.
 */
export async function move(
  operation: Operation,
  request: Omit<Request, "key">,
  log: LoadLog,
  stop: AbortSignal,
): Promise<void> {
  log.operations.push(operation);
  const answer = await untilAnswered({ ...request, key: operation.key }, log, stop, () => {
    operation.wasRepeated = true;
  });
  if (answer === undefined) return;
  const { status, json } = answer;
  const wasDone = operation.wasRepeated && isKeyUsed(status, JSON.stringify(json));
  if (status !== 200 && !wasDone)
    throw new Error(`${request.url} answered ${status} ${JSON.stringify(json)}`);
  const id = json.data?.serviceTransactionId;
  operation.acknowledged = {
    atMs: performance.now(),
    ...(id !== undefined && { transactionId: String(id) }),
  };
}
