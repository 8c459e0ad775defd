import { now } from "@/lib/kernel/clock";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { errorFields, log } from "@/lib/kernel/log";
import { noteProviderCallback } from "@/lib/kernel/provider-calls";
import { isProviderUnavailable } from "@/lib/kernel/provider-error";
import { currentRequestId, inRequest } from "@/lib/kernel/request-context";
import type { SignatureFault, SignedMessage } from "@/lib/kernel/signatures/signed-message";
import { withDeadline } from "@/lib/kernel/with-deadline";
import { answerNotFound } from "./answer-not-found";
import { refused } from "./envelope";
import { type Answer, responseOf } from "./exchange";
import { logRequest } from "./log-request";
import { otherMethods } from "./other-methods";
import { readBytes } from "./read-body";
import type { RouteContext } from "./serve";
import { toServiceError } from "./to-service-error";

/** The sender of signed messages. */
interface Sender {
  /** The provider and its product, for logs and metrics. */
  provider: string;
  /** Checks the signature of a message; undefined for a valid one. */
  signatureFault(message: SignedMessage): SignatureFault | undefined;
}

/** A message whose signature is valid. */
export interface VerifiedMessage<S extends Sender> extends SignedMessage {
  sender: S;
  /** When the request arrived, as `performance.now()`. */
  startMs: number;
}

interface SignedRoute<S extends Sender> {
  operation: string;
  /** The path of the route, for the log. */
  path: string;
  maxBytes: number;
  /**
   * The limit of the handling. Afterwards the answer is 503, so that the provider sends the message again. Left out by a handler that always answers
   * in time.
   */
  timeoutMs?: number;
  /** Returns the sender of a request; undefined if the settings do not name it: the route does not exist then. */
  senderOf(context: RouteContext | undefined): Promise<S | undefined>;
  /** Handles a message and counts it in the metrics. */
  handle(message: VerifiedMessage<S>): Promise<Answer>;
  /** Answers a valid message whose handling failed; left out if an error of HTTP makes the provider send it again. */
  answerFailure?(message: VerifiedMessage<S>): Answer;
}

/** The refusal of a message that is not from the sender. It does not say why. */
export const notSigned = () =>
  new ServiceError("UNAUTHORIZED", { text: "The signature is missing or not valid." });

/** A provider that must be called to handle the message is out: the message shall be sent again. */
const toRefusal = (error: unknown): ServiceError =>
  isProviderUnavailable(error)
    ? new ServiceError("SERVICE_UNAVAILABLE", { cause: error })
    : toServiceError(error);

/** Reads the message of a request and checks its signature. Nothing of it is logged. */
async function verify<S extends Sender>(
  { maxBytes }: SignedRoute<S>,
  sender: S,
  request: Request,
  startMs: number,
): Promise<VerifiedMessage<S>> {
  const body = await readBytes(request, maxBytes);
  const header = (name: string) => request.headers.get(name);
  const message = { body, header, receivedAt: now() };
  const fault = sender.signatureFault(message);
  if (fault === undefined) return { ...message, sender, startMs };
  const refusal = { outcome: "refused", reason: `signature: ${fault}` };
  log().info({ requestId: currentRequestId(), provider: sender.provider, ...refusal }, "callback");
  throw notSigned();
}

/** @throws ServiceError SERVICE_UNAVAILABLE at the end of the time; a later failure of the work is logged */
async function inTime<T>(timeoutMs: number | undefined, work: Promise<T>): Promise<T> {
  if (timeoutMs === undefined) return work;
  return withDeadline(work, timeoutMs, () => {
    work.catch((error: unknown) =>
      log().error({ failure: errorFields(error) }, "message failed after its time"),
    );
    const cause = new Error(`the message was not handled within ${timeoutMs} ms`);
    throw new ServiceError("SERVICE_UNAVAILABLE", { cause });
  });
}

interface Settled {
  answer: Answer;
  /** The cause of an internal error. */
  failure?: unknown;
}

async function settle<S extends Sender>(
  route: SignedRoute<S>,
  sender: S,
  request: Request,
  startMs: number,
): Promise<Settled> {
  let verified: VerifiedMessage<S> | undefined;
  try {
    verified = await verify(route, sender, request, startMs);
    return { answer: await inTime(route.timeoutMs, route.handle(verified)) };
  } catch (error) {
    const refusal = toRefusal(error);
    const isOurFault = refusal.status >= 500;
    const { provider } = sender;
    if (!verified) noteProviderCallback({ provider, outcome: "refused" });
    else if (isOurFault) noteProviderCallback({ provider, outcome: "failed" });
    const answer = (verified && route.answerFailure?.(verified)) ?? refused(refusal, {});
    return isOurFault ? { answer, failure: refusal.cause ?? error } : { answer };
  }
}

type Handler = (request: Request, context?: RouteContext) => Promise<Response>;
type Method = "POST" | keyof ReturnType<typeof otherMethods<"POST">>;

/**
 * Binds a route whose messages are authorized by nothing but their signature: the route exists for a configured sender,
 * the body has a limited size, the signature is of its raw bytes, the handling has a limited time, and every request gets
 * an answer, a log line and a count. A sender without a valid signature is refused and does not learn why.
 * Returns the handlers of all methods.
 */
export function signedRoute<S extends Sender>(route: SignedRoute<S>): Record<Method, Handler> {
  const { operation, path } = route;
  const post: Handler = async (request, context) => {
    const startMs = performance.now();
    const sender = await route.senderOf(context);
    if (!sender) return answerNotFound(request);
    const requestId = newId("req");
    const { answer, failure } = await inRequest(requestId, () =>
      settle(route, sender, request, startMs),
    );
    const { status, headers } = answer;
    const contract = { id: operation, path };
    logRequest({ requestId, contract, method: request.method, status, startMs, failure });
    return responseOf({ ...answer, headers: { "X-Request-Id": requestId, ...headers } }, request);
  };
  const others = Object.entries<() => Response>(otherMethods("POST")).map(
    ([method, handler]): [string, Handler] => [
      method,
      async (request, context) =>
        (await route.senderOf(context)) ? handler() : answerNotFound(request),
    ],
  );
  return { POST: post, ...Object.fromEntries(others) } as Record<Method, Handler>;
}
