import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/identity/next-auth/next-auth-options";
import type { Visitor } from "@/lib/identity/sessions/begin-session";
import { readCookies } from "@/lib/identity/sessions/read-cookies";
import { addressBucket, siteBucket } from "@/lib/kernel/address-bucket";
import { clientAddress } from "@/lib/kernel/client-address";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { limitRate } from "@/lib/kernel/rate-limit";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import type { SsoVisit } from "@/lib/people/sso/sign-in/begin-visit";
import { CapturedAnswer } from "./captured-answer";
import { checkOrigin } from "./check-origin";
import { errorResponse } from "./envelope";
import { logRequest } from "./log-request";
import { readFields } from "./read-fields";
import type { RouteContext } from "./serve";
import { endSso, SSO_START, ssoCallbackOf, startSso } from "./sso-request";
import { toServiceError } from "./to-service-error";

/**
 * The allowed actions of next-auth, beside the callbacks of identity providers. Its other actions serve providers that are
 * not used here, write to the logs, or return a page of next-auth.
 */
const ACTIONS: Record<string, readonly string[]> = {
  GET: ["csrf", "session", "providers", "signin", "error"],
  POST: ["callback/credentials", "callback/passkey", "signout", SSO_START],
};
const SIGN_INS: readonly string[] = ["callback/credentials", "callback/passkey", SSO_START];

const MAX_EMAIL_CHARACTERS = 320;
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
async function limitAction(isSignIn: boolean, ipAddress: string | null): Promise<void> {
  const bucket = addressBucket(ipAddress);
  if (!isSignIn) return limitRate(`session ${bucket}`, RATE_LIMITS.session);
  await limitRate(`sign-in ${bucket}`, RATE_LIMITS.signIn);
  const site = siteBucket(ipAddress);
  if (site !== undefined) await limitRate(`sign-in ${site}`, RATE_LIMITS.signInSite);
}

/** Runs next-auth for one request, with the provider of a single sign-on where the request belongs to one. */
async function runNextAuth(
  incoming: NextApiRequest,
  visitor: Visitor,
  sso?: SsoVisit,
): Promise<Response> {
  const failures: unknown[] = [];
  const cookies: string[] = [];
  const answer = new CapturedAnswer();
  const options = nextAuthOptions({ ...visitor, cookies, failures, sso });
  await NextAuth(incoming, answer as unknown as NextApiResponse, options);
  if (failures.length > 0) throw failures[0];
  const response = answer.response();
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

async function run(request: Request, path: string[], requestId: string): Promise<Response> {
  const action = path.join("/");
  const connectionId = ssoCallbackOf(request.method, path);
  if (!connectionId && !ACTIONS[request.method]?.includes(action))
    throw new ServiceError("NOT_FOUND");
  const ipAddress = clientAddress(request);
  await limitAction(connectionId !== undefined || SIGN_INS.includes(action), ipAddress);
  if (request.method === "POST") checkOrigin(request);
  const userAgent = request.headers.get("user-agent");
  const visitor = { requestId, ipAddress, userAgent, cookieHeader: request.headers.get("cookie") };
  const incoming = await toNextAuth(request, path);
  if (connectionId !== undefined) {
    const answered = (visit: SsoVisit) => runNextAuth(incoming, visitor, visit);
    const error = new URL(request.url).searchParams.get("error");
    return endSso(connectionId, error, { visitor, run: answered });
  }
  if (action !== SSO_START) return runNextAuth(incoming, visitor);
  const started = (visit: SsoVisit, id: string) => {
    // Nothing of the query becomes a parameter of the request to the provider.
    incoming.query = { nextauth: ["signin", id] };
    return runNextAuth(incoming, visitor, visit);
  };
  const { email } = (incoming.body ?? {}) as { email?: unknown };
  const isEmail = typeof email === "string" && email.length <= MAX_EMAIL_CHARACTERS;
  return startSso(isEmail ? email : "", { visitor, run: started });
}

/**
 * Sessions over HTTP, at next-auth's own paths: `GET csrf`, `POST callback/credentials` (email, password, totp),
 * `POST callback/passkey` (assertion, as JSON), `GET session`, `POST signout`; for single sign-on `POST signin/sso` (email)
 * and `GET callback/{connection}`. This uses next-auth's handler for pages, because its handler for routes accepts bodies
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
