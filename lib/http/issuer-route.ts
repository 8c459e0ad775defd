import { openAlert } from "@/lib/alerts/open-alert";
import { sendingIssuers } from "@/lib/cards/inbound/attached-issuers";
import { decideRequest, NOT_DECIDED } from "@/lib/cards/inbound/decide-request";
import { inboundIssuer } from "@/lib/cards/inbound/inbound-issuer";
import type { InboundRoute, RealTimeDecision } from "@/lib/cards/inbound/port";
import { receiveEvents } from "@/lib/cards/inbound/receive-events";
import { isUnreadableMessage } from "@/lib/cards/inbound/unreadable-message";
import { beforeExit } from "@/lib/kernel/before-exit";
import { env } from "@/lib/kernel/env";
import { ValidationError } from "@/lib/kernel/errors";
import { perProcess } from "@/lib/kernel/per-process";
import { noteProviderCallback } from "@/lib/kernel/provider-calls";
import type { SignedMessage } from "@/lib/kernel/signatures/signed-message";
import type { Answer } from "./exchange";
import type { RouteContext } from "./serve";
import { signedRoute, type VerifiedMessage } from "./signed-route";

/** Events contain whole objects, which are longer than any body of our own API. */
const MAX_BYTES = 256 * 1024;

/** Longer than storing an event takes. */
const EVENT_TIMEOUT_MS = 10_000;

/** The issuer of the path, if it is attached. */
async function senderOf(route: InboundRoute, context: RouteContext | undefined) {
  const { issuer: named } = (await context?.params) ?? {};
  const name = sendingIssuers().find((each) => each === named);
  if (!name) return undefined;
  const issuer = inboundIssuer(name);
  const signatureFault = (message: SignedMessage) => issuer.signatureFault(route, message);
  return { issuer, provider: issuer.provider, signatureFault };
}

type Verified = VerifiedMessage<NonNullable<Awaited<ReturnType<typeof senderOf>>>>;

/** Parses a body. One that is no JSON becomes undefined, which is unreadable as any message. */
function parse({ body }: Verified): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** The common part of the two routes of issuers. */
const issuerRoute = (route: InboundRoute) => ({
  path: `/api/issuers/{issuer}/${route}`,
  maxBytes: MAX_BYTES,
  senderOf: (context: RouteContext | undefined) => senderOf(route, context),
});

const json = (body: unknown, headers: Record<string, string> = {}): Answer => ({
  status: 200,
  headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  text: JSON.stringify(body),
});

function answerOf({ sender: { issuer } }: Verified, decision: RealTimeDecision, body: unknown) {
  const answer = issuer.answer(decision, body);
  return json(answer.body, answer.headers);
}

/**
 * Answers real-time requests for a decision. A request with a valid signature always gets a decision, within a second
 * and with the status 200: issuers take everything else for a fault and decide themselves.
 */
export const issuerAuthorizations = signedRoute({
  ...issuerRoute("authorizations"),
  operation: "decideIssuerAuthorization",
  handle: async (message: Verified) => {
    const { issuer, provider } = message.sender;
    const body = parse(message);
    const timeoutMs = env().CARD_DECISION_TIMEOUT_MS - (performance.now() - message.startMs);
    const decision = await decideRequest(issuer, { body, header: message.header }, timeoutMs);
    noteProviderCallback({ provider, outcome: "processed" });
    return answerOf(message, decision, body);
  },
  answerFailure: (message) => answerOf(message, NOT_DECIDED, parse(message)),
});

/** Events that are stored and not applied yet. A process that ends waits for them. */
const eventsUnderWay = () =>
  perProcess("issuerEventsUnderWay", () => {
    const made = new Set<Promise<void>>();
    beforeExit(() => Promise.all(made));
    return made;
  });

function track(applied: Promise<void>): void {
  const underWay = eventsUnderWay();
  underWay.add(applied);
  void applied.finally(() => underWay.delete(applied));
}

async function storeEvent(message: Verified): Promise<Answer> {
  const { issuer, provider } = message.sender;
  const event = issuer.readEvent(parse(message), message.header);
  const { received, applied } = await receiveEvents(issuer.name, [event]);
  track(applied);
  const outcome = received > 0 ? "processed" : "ignored";
  noteProviderCallback({ provider, outcome, createdAt: event.createdAt });
  return json({ received: true });
}

/** An event that cannot be stored: it has no id, or belongs to the other environment. */
async function refuseUnreadable({ sender }: Verified, error: Error): Promise<never> {
  const { name } = sender.issuer;
  const text = `${name} sent an event that was not stored: ${error.message}`;
  await openAlert({ kind: "issuer_message_unreadable", subject: `${name}:events`, text });
  noteProviderCallback({ provider: sender.provider, outcome: "failed" });
  throw new ValidationError([{ property: "body", constraints: { isEvent: error.message } }]);
}

/** Stores events, each once, and applies them after the answer. */
export const issuerEvents = signedRoute({
  ...issuerRoute("events"),
  operation: "storeIssuerEvent",
  timeoutMs: EVENT_TIMEOUT_MS,
  handle: async (message: Verified) => {
    try {
      return await storeEvent(message);
    } catch (error) {
      if (!isUnreadableMessage(error)) throw error;
      return refuseUnreadable(message, error);
    }
  },
});
