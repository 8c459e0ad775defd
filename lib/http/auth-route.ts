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

/**
 * The allowed actions of next-auth. Its other actions serve providers that are not used here, write to the logs, or
 * return a page of next-auth.
 */
const ACTIONS: Record<string, readonly string[]> = {
  GET: ["csrf", "session", "providers", "signin", "error"],
  POST: ["callback/credentials", "callback/passkey", "signout"],
};
const SIGN_INS = ["callback/credentials", "callback/passkey"];

const ADDRESS_NAME = /callback-?url$/i;
/** next-auth copies query values into `Location`, which allows only these characters. */
const HEADER_TEXT = /^[\x20-\x7e]*$/;

/**
 * True for a path of this service or an absolute web address. next-auth responds 500 to other values of these fields.
 */
function isAddress(value: string): boolean {
  const base = value.startsWith("/") ? env().BASE_URL : undefined;
  return URL.canParse(value, base) && /^https?:$/.test(new URL(value, base).protocol);
}

/** The values that next-auth can handle. */
function usable(values: Record<string, string>): Record<string, string> {
  const kept = Object.entries(values).filter(
    ([name, value]) => HEADER_TEXT.test(value) && (!ADDRESS_NAME.test(name) || isAddress(value)),
  );
  return Object.fromEntries(kept);
}

/** The request in the shape that next-auth's handler expects, reduced to the properties that it reads. */
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
  if (SIGN_INS.includes(action)) limitRate(`sign-in ${bucket}`, RATE_LIMITS.signIn);
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
 * Sessions over HTTP, at next-auth's own paths: `GET csrf`, `POST callback/credentials` (email, password, totp),
 * `POST callback/passkey` (assertion, as JSON), `GET session`, `POST signout`. This uses next-auth's handler for pages, because its handler for routes accepts bodies
 * of any size and responds 500 to malformed ones.
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
