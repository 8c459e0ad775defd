import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/identity/next-auth/next-auth-options";
import { readCookies } from "@/lib/identity/sessions/read-cookies";
import { addressBucket } from "@/lib/kernel/address-bucket";
import { clientAddress } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { CapturedAnswer } from "./captured-answer";
import { checkOrigin } from "./check-origin";
import { errorResponse } from "./envelope";
import { logRequest } from "./log-request";
import { readFields } from "./read-fields";
import type { RouteContext } from "./serve";
import { toServiceError } from "./to-service-error";

/** What of next-auth is open: its other actions are for providers that are not used here, write to
 * the logs, or answer with a page of its own. */
const ACTIONS: Record<string, readonly string[]> = {
  GET: ["csrf", "session", "providers", "signin", "error"],
  POST: ["callback/credentials", "signout"],
};
const SIGN_IN = "callback/credentials";

const ADDRESS_NAME = /callback-?url$/i;
/** next-auth repeats what a query says in `Location`. */
const HEADER_TEXT = /^[\x20-\x7e]*$/;

/** A page of ours or an absolute address. next-auth answers 500 to anything else in these fields. */
function isAddress(value: string): boolean {
  const base = value.startsWith("/") ? env().BASE_URL : undefined;
  return URL.canParse(value, base) && /^https?:$/.test(new URL(value, base).protocol);
}

/** The values that next-auth can take. */
function usable(values: Record<string, string>): Record<string, string> {
  const kept = Object.entries(values).filter(
    ([name, value]) => HEADER_TEXT.test(value) && (!ADDRESS_NAME.test(name) || isAddress(value)),
  );
  return Object.fromEntries(kept);
}

/** A request as next-auth's handler takes one. It reads no more of it than this. */
async function toNextAuth(request: Request, path: string[]): Promise<NextApiRequest> {
  const { searchParams } = new URL(request.url);
  const incoming = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    cookies: usable(readCookies(request.headers.get("cookie"))),
    query: { ...usable(Object.fromEntries(searchParams)), nextauth: path },
    body: request.method === "POST" ? await readFields(request) : undefined,
  };
  return incoming as unknown as NextApiRequest;
}

/** @throws ServiceError RATE_LIMITED */
function limitAction(action: string, ipAddress: string | null): void {
  const bucket = addressBucket(ipAddress);
  if (action === SIGN_IN) limitRate(`sign-in ${bucket}`, RATE_LIMITS.signIn);
  else limitRate(`session ${bucket}`, RATE_LIMITS.session);
}

async function run(request: Request, path: string[], requestId: string): Promise<Response> {
  const action = path.join("/");
  if (!ACTIONS[request.method]?.includes(action)) throw new ServiceError("NOT_FOUND");
  const ipAddress = clientAddress(request);
  limitAction(action, ipAddress);
  if (request.method === "POST") checkOrigin(request);
  const failures: unknown[] = [];
  const cookies: string[] = [];
  const userAgent = request.headers.get("user-agent");
  const cookieHeader = request.headers.get("cookie");
  const visit = { requestId, ipAddress, userAgent, cookieHeader, cookies, failures };
  const answer = new CapturedAnswer();
  const incoming = await toNextAuth(request, path);
  await NextAuth(incoming, answer as unknown as NextApiResponse, nextAuthOptions(visit));
  if (failures.length > 0) throw failures[0];
  const response = answer.response();
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/**
 * Sessions over HTTP: next-auth's own addresses. `GET csrf`, `POST callback/credentials` (email, password, totp),
 * `GET session`, `POST signout`. Its handler for pages is used rather than the one for routes, as that takes bodies of
 * any size and answers 500 to what it cannot parse.
 */
export async function authRoute(request: Request, context: RouteContext): Promise<Response> {
  const startMs = performance.now();
  const requestId = newId("req");
  const { method } = request;
  let response: Response;
  let failure: unknown;
  try {
    const { nextauth } = await context.params;
    response = await run(request, Array.isArray(nextauth) ? nextauth : [], requestId);
    response.headers.set("X-Request-Id", requestId);
  } catch (error) {
    const refusal = toServiceError(error);
    if (refusal.status >= 500) failure = refusal.cause ?? error;
    response = errorResponse(refusal, { "X-Request-Id": requestId });
  }
  const { status } = response;
  const contract = { id: "session", path: "/api/auth" };
  logRequest({ requestId, contract, method, status, startMs, failure });
  return response;
}
