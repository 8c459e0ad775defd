import { newId } from "@/lib/kernel/ids";
import { errorFields, log } from "@/lib/kernel/log";
import { errorResponse } from "./envelope";
import { toServiceError } from "./to-service-error";

interface PlainRoute {
  /** The line of the log about a fault. A request that succeeds or is refused has none: scrapes and logos would fill the log. */
  fault: string;
  /** Fields of that line. */
  fields?: Record<string, string>;
  answer: (headers: Record<string, string>) => Promise<Response>;
}

/** Answers a request of a route that no contract describes: with a request id, and refusals in the envelope. */
export async function answerPlainRoute({
  fault,
  fields = {},
  answer,
}: PlainRoute): Promise<Response> {
  const requestId = newId("req");
  const headers = { "X-Request-Id": requestId };
  try {
    return await answer(headers);
  } catch (error) {
    const refusal = toServiceError(error);
    if (refusal.status >= 500)
      log().error({ requestId, ...fields, failure: errorFields(refusal.cause ?? error) }, fault);
    return errorResponse(refusal, headers);
  }
}
