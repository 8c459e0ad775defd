import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { errorResponse } from "./envelope";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/**
 * Handlers for the methods that a route does not support. They respond 405 in the envelope, because the framework's own
 * response has no body. `OPTIONS` lists the supported methods.
 */
export function otherMethods<Taken extends Method>(...taken: readonly Taken[]) {
  const isTaken = (method: Method) => (taken as readonly Method[]).includes(method);
  const allow = [...taken, ...(isTaken("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const headers = () => ({ Allow: allow, "X-Request-Id": newId("req") });
  const refuse = (): Response => errorResponse(new ServiceError("METHOD_NOT_ALLOWED"), headers());
  const handlers = Object.fromEntries(
    METHODS.filter((method) => !isTaken(method)).map((method) => [method, refuse]),
  ) as Record<Exclude<Method, Taken>, () => Response>;
  const listMethods = (): Response => new Response(null, { status: 204, headers: headers() });
  return { ...handlers, OPTIONS: listMethods };
}
