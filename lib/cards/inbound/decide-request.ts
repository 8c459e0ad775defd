import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { errorFields, log } from "@/lib/kernel/log";
import type { SignedMessage } from "@/lib/kernel/signatures/signed-message";
import { authorizeNetworkRequest } from "../network/authorize-request";
import type { NetworkNotification } from "../network/message";
import { DECLINE_REASON, UNDECIDED_REASON } from "../states";
import { type Delivery, decideOnce, rememberLate } from "./decide-once";
import { storeDoneEvent } from "./inbox/sql-store";
import { APPROVED_AGAIN, lateDecision, lateDecisionId } from "./late-decision";
import type { InboundIssuer, RealTimeDecision, RealTimeRequest } from "./port";
import { receiveEvents } from "./receive-events";
import { findAvailableMicroUsd, findCardOfIssuer } from "./store";
import { isUnreadableMessage } from "./unreadable-message";

const declined = (declinedReason: string): RealTimeDecision => ({
  approved: false,
  declinedReason,
  availableMicroUsd: null,
});
/** The decision about a request that could not be decided. */
export const NOT_DECIDED = declined(UNDECIDED_REASON);
const UNKNOWN_CARD = declined("card unknown");

type AuthorizationRequest = Extract<RealTimeRequest, { kind: "authorization" }>;

const authorizationOf = ({ notification }: AuthorizationRequest) =>
  notification.messages.find((message) => message.kind === "authorization");

/** Answers a question about a card without moving money. */
async function answerQuestion(
  issuer: InboundIssuer,
  { kind, issuerCardId }: Exclude<RealTimeRequest, { kind: "authorization" }>,
): Promise<RealTimeDecision> {
  const card = await findCardOfIssuer(issuer.name, issuerCardId);
  if (!card) return UNKNOWN_CARD;
  // Money may return to a frozen card, but a terminal must not show its balance.
  const reason =
    kind === "credit" && card.status === "frozen" ? undefined : DECLINE_REASON[card.status];
  if (reason !== undefined) return declined(reason);
  const availableMicroUsd = kind === "balance" ? await findAvailableMicroUsd(card.id) : null;
  return { approved: true, declinedReason: null, availableMicroUsd };
}

/**
 * Decides an authorization. The approval of another delivery is the answer only if nobody takes it back: that delivery may
 * have been answered with a decline by another process. What is stored first counts, the release or this answer.
 */
async function authorize(
  issuer: InboundIssuer,
  request: AuthorizationRequest,
  signal: AbortSignal,
): Promise<RealTimeDecision> {
  const decision = await authorizeNetworkRequest(request);
  // After its time this delivery was answered with a decline: it must not keep the hold.
  if (!decision.approved || !decision.isRepeated || signal.aborted) return decision;
  const requestId = decision.decidedAs ?? authorizationOf(request)?.id;
  if (requestId === undefined) return decision;
  const event = { id: lateDecisionId(requestId), type: APPROVED_AGAIN };
  const stored = await storeDoneEvent(issuer.name, event, now());
  return stored === APPROVED_AGAIN ? decision : NOT_DECIDED;
}

async function decide(
  issuer: InboundIssuer,
  request: RealTimeRequest,
  signal: AbortSignal,
): Promise<RealTimeDecision> {
  return request.kind === "authorization"
    ? authorize(issuer, request, signal)
    : answerQuestion(issuer, request);
}

/** Takes an approval back that came after the answer, which was a decline. */
async function releaseLate(
  issuer: InboundIssuer,
  notification: NetworkNotification,
  decision: Promise<RealTimeDecision>,
): Promise<void> {
  try {
    const { approved, isRepeated, decidedAs } = await decision;
    // A repeated decision belongs to another delivery, whose answer may have been in time.
    const isReleased = approved && !isRepeated;
    const event = isReleased ? lateDecision(notification, now(), decidedAs) : undefined;
    if (event) await (await receiveEvents(issuer.name, [event])).applied;
  } catch (error) {
    // The issuer's own event about its decline releases the hold, if there is one.
    log().error({ failure: errorFields(error) }, "late decision not released");
  }
}

/** Reads a request. One that cannot be read is undefined, and reported. */
async function readReported(
  issuer: InboundIssuer,
  body: unknown,
  header: SignedMessage["header"],
): Promise<RealTimeRequest | undefined> {
  try {
    return issuer.readRequest(body, header);
  } catch (error) {
    const fault = isUnreadableMessage(error) ? error.message : "a fault of the service";
    if (!isUnreadableMessage(error))
      log().error({ failure: errorFields(error) }, "request of the issuer not read");
    // The answer does not wait for the alert.
    const text = `${issuer.name} asked for a decision, which was declined: ${fault}`;
    openAlert({ kind: "issuer_message_unreadable", subject: issuer.name, text }).catch((failure) =>
      log().error({ failure: errorFields(failure) }, "alert not opened"),
    );
    return undefined;
  }
}

/** What all deliveries of an authorization request share; undefined for a question about a card. */
function deliveryOf(issuer: InboundIssuer, request: RealTimeRequest): Delivery | undefined {
  if (request.kind !== "authorization") return undefined;
  const { repeatedWithinMs } = request;
  const message = authorizationOf(request);
  if (!message) return undefined;
  const { id, at, amountMicroUsd } = message;
  return { id: `${issuer.name}:${id}:${amountMicroUsd}`, at, repeatedWithinMs };
}

function onTimeout(
  issuer: InboundIssuer,
  request: RealTimeRequest,
  decision: Promise<RealTimeDecision>,
): RealTimeDecision {
  const delivery = deliveryOf(issuer, request);
  if (delivery) rememberLate(delivery, NOT_DECIDED);
  if (request.kind === "authorization") void releaseLate(issuer, request.notification, decision);
  else decision.catch(() => undefined);
  return NOT_DECIDED;
}

async function decideInTime(
  issuer: InboundIssuer,
  request: RealTimeRequest,
  timeoutMs: number,
): Promise<RealTimeDecision> {
  const ended = new AbortController();
  const decision = decide(issuer, request, ended.signal);
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(timeout.resolve, timeoutMs);
  try {
    const inTime = await Promise.race([decision, timeout.promise]);
    return inTime ?? onTimeout(issuer, request, decision);
  } catch (error) {
    log().error({ failure: errorFields(error) }, "request of the issuer not decided");
    return NOT_DECIDED;
  } finally {
    ended.abort();
    clearTimeout(timer);
  }
}

/**
 * Decides a real-time request of an issuer in limited time. Whatever cannot be decided is declined: an unreadable
 * request, a fault, the end of the time. An approval that comes after the time is taken back.
 * @param message the parsed body and the headers of a request whose signature is valid
 */
export async function decideRequest(
  issuer: InboundIssuer,
  { body, header }: { body: unknown; header: SignedMessage["header"] },
  timeoutMs: number,
): Promise<RealTimeDecision> {
  const request = await readReported(issuer, body, header);
  if (!request || timeoutMs <= 0) return NOT_DECIDED;
  const delivery = deliveryOf(issuer, request);
  const run = () => decideInTime(issuer, request, timeoutMs);
  return delivery ? decideOnce(delivery, run) : run();
}
