import type { AnyContract } from "@/lib/contract/contract";
import { outlastLoss } from "@/lib/db/outlast-loss";
import type { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { inRequest } from "@/lib/kernel/request-context";
import { inSpan } from "@/lib/kernel/tracing/span";
import { checkAnswer, checkRefusal } from "./check-answer";
import { refused, success } from "./envelope";
import { type Answer, responseOf } from "./exchange";
import { logRequest } from "./log-request";
import { noteRequest } from "./note-request";
import type { Progress } from "./progress";
import { toServiceError } from "./to-service-error";

/** The second argument that the framework passes to a route handler. */
export interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}

/**
 * Completes a Response that the use case created, such as a stream, with the common headers. The response to HEAD has no
 * body, and nobody would read or cancel its stream.
 */
async function completed(
  answer: Response,
  { method }: Request,
  headers: Record<string, string>,
): Promise<Response> {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  if (method !== "HEAD") return answer;
  await answer.body?.cancel();
  return new Response(null, answer);
}

/** A date in the format of RFC 9745: `@` and the seconds since 1970. */
const deprecationDate = (since: Date) => `@${Math.floor(since.getTime() / 1000)}`;

type Run = (progress: Progress) => Promise<unknown>;

/**
 * The common part of all contract routes: request id, envelope, error mapping, log line, span, and outside production the
 * check of the response against the contract. `run` returns `data` or throws.
 */
export function serve(contract: AnyContract, request: Request, run: Run): Promise<Response> {
  const { id, method, path } = contract;
  const attributes = { "http.request.method": method, "http.route": path, "operation.name": id };
  return inSpan(`${method} ${path}`, { kind: "server", attributes }, async (span) => {
    const response = await answer(contract, request, run);
    const { status, headers } = response;
    span.set({
      "http.response.status_code": status,
      "partner_wallet.request_id": headers.get("X-Request-Id") ?? "",
    });
    if (status >= 500) span.fail();
    return response;
  });
}

/**
 * Runs a request that only reads again, from its authorization on, if the connection of one of its statements was lost. Any
 * other request could do something twice. Source: docs/decisions/0129-repeat-a-request-that-reads.md
 */
const outlastLossOfRead = <T>({ method }: AnyContract, run: () => Promise<T>): Promise<T> =>
  method === "GET" ? outlastLoss(run) : run();

async function answer(contract: AnyContract, request: Request, run: Run): Promise<Response> {
  const startMs = performance.now();
  const requestId = newId("req");
  const progress: Progress = { requestId, headers: { "X-Request-Id": requestId } };
  if (contract.deprecatedSince)
    progress.headers.Deprecation = deprecationDate(contract.deprecatedSince);
  const send = (answer: Answer) => responseOf(answer, request);
  let response: Response;
  let failure: unknown;
  let data: unknown;
  let refusal: ServiceError | undefined;
  try {
    data = await inRequest(requestId, () => outlastLossOfRead(contract, () => run(progress)), {
      isHead: request.method === "HEAD",
    });
    checkAnswer(contract, data);
    response =
      data instanceof Response
        ? await completed(data, request, progress.headers)
        : send(success(contract.status ?? 200, contract.message, data, progress.headers));
  } catch (error) {
    refusal = toServiceError(error, contract.method === "GET");
    checkRefusal(contract, refusal);
    if (refusal.status >= 500) failure = refusal.cause ?? error;
    response = send(refused(refusal, progress.headers));
  }
  const { partnerId, personId } = progress;
  const { method } = request;
  const { status } = response;
  logRequest({ requestId, contract, method, status, partnerId, personId, startMs, failure });
  noteRequest({ contract, request, progress, status, data, refusal, startMs });
  return response;
}
