import { randomUUID } from "node:crypto";
import type { NotificationAnswer } from "../stand-in/post-notification";
import type { LithicEvent } from "./objects";
import { type LithicEndpoint, sendSigned } from "./webhooks";

type Result = LithicEvent["result"];
type Detail = LithicEvent["detailed_results"][number];

/** Lithic's decision about one authorization request. */
export interface LithicDecision {
  result: Result;
  detail: Detail;
  /** The service's answer; undefined if it was not asked, or did not answer in time. */
  answered?: { status: number; body: unknown };
}

const DECISION_TIMEOUT_MS = 6_000;

/** The results that the service may answer, and what the transaction shows for them. */
const RESULTS = new Map<unknown, [Result, Detail]>([
  ["APPROVED", ["APPROVED", "APPROVED"]],
  ["AVS_INVALID", ["DECLINED", "ADDRESS_INCORRECT"]],
  ["CARD_PAUSED", ["CARD_PAUSED", "CARD_PAUSED"]],
  ["INSUFFICIENT_FUNDS", ["INSUFFICIENT_FUNDS", "INSUFFICIENT_FUNDS"]],
  ["UNAUTHORIZED_MERCHANT", ["UNAUTHORIZED_MERCHANT", "UNAUTHORIZED_MERCHANT"]],
  ["VELOCITY_EXCEEDED", ["USER_TRANSACTION_LIMIT", "CARD_SPEND_LIMIT_EXCEEDED"]],
  ["SUSPECTED_FRAUD", ["SUSPECTED_FRAUD", "SUSPECTED_FRAUD"]],
]);

function bodyOf({ text }: NotificationAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Asks the service for its decision as Lithic does: a 5XX status or a lost connection is retried once at once, and
 * without a usable answer the request is declined. Without an endpoint Lithic decides alone.
 */
export async function askLithicService(
  endpoint: LithicEndpoint,
  request: object,
): Promise<LithicDecision> {
  if (endpoint.url === undefined) return { result: "APPROVED", detail: "APPROVED" };
  const { decisionTimeoutMs = DECISION_TIMEOUT_MS } = endpoint;
  const ask = () => sendSigned(endpoint, randomUUID(), request, decisionTimeoutMs);
  const first = await ask();
  const answer = first && first.status < 500 ? first : await ask();
  if (!answer || answer.status >= 500)
    return { result: "UNKNOWN_HOST_TIMEOUT", detail: "CUSTOMER_ASA_TIMEOUT" };
  const body = bodyOf(answer);
  const answered = { status: answer.status, body };
  const word = typeof body === "object" && body !== null && "result" in body && body.result;
  if (answer.status !== 200 || typeof word !== "string")
    return { result: "DECLINED", detail: "MALFORMED_ASA_RESPONSE", answered };
  const [result, detail] = RESULTS.get(word) ?? (["DECLINED", "CUSTOM_ASA_RESULT"] as const);
  return { result, detail, answered };
}
