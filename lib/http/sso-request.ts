import type { Visitor } from "@/lib/identity/sessions/begin-session";
import { env } from "@/lib/kernel/env";
import { isId } from "@/lib/kernel/ids";
import { errorFields, log } from "@/lib/kernel/log";
import { beginVisit, noteRefusal, type SsoVisit } from "@/lib/people/sso/sign-in/begin-visit";
import {
  type Connection,
  connectionFor,
  connectionOf,
  OPERATOR,
} from "@/lib/people/sso/sign-in/connection";
import { type SsoFailure, SsoRefusal } from "@/lib/people/sso/sign-in/failures";
import { countVisit } from "@/lib/people/sso/sign-in/limit-visits";

/** The path below /api/auth with which the sign-in page begins a single sign-on. */
export const SSO_START = "signin/sso";

/** The id of the connection whose provider sends its responses to a path below /api/auth; undefined for other paths. */
export function ssoCallbackOf(method: string, path: readonly string[]): string | undefined {
  const [action, id = ""] = path;
  const isCallback = method === "GET" && action === "callback" && path.length === 2;
  return isCallback && (id === OPERATOR || isId("ptn", id)) ? id : undefined;
}

/** One request of a single sign-on. */
interface SsoRequest {
  visitor: Visitor;
  /** Runs next-auth with the provider, for the action and the id of the connection. */
  run: (visit: SsoVisit, connectionId: string) => Promise<Response>;
}

const pageOf = (failure: SsoFailure) =>
  new URL(`/sign-in?error=sso_${failure}`, env().BASE_URL).href;

/**
 * Runs the request. A refusal becomes the address of the sign-in page with its reason: of an internal error too, because a
 * person follows a link here, and no program reads the response.
 */
async function attempt(
  connection: Connection | undefined,
  loginHint: string | undefined,
  request: SsoRequest,
): Promise<Response | SsoFailure> {
  if (!connection) return "unavailable";
  const end = countVisit(connection.id);
  if (!end) {
    log().warn({ connection: connection.id }, "too many wait for an identity provider");
    return "provider_down";
  }
  try {
    return await visit(connection, loginHint, request);
  } finally {
    end();
  }
}

async function visit(
  connection: Connection,
  loginHint: string | undefined,
  { visitor, run }: SsoRequest,
): Promise<Response | SsoFailure> {
  try {
    const begun = await beginVisit(connection, visitor, loginHint);
    const response = await run(begun, connection.id);
    const failure = begun.failed();
    if (failure === undefined) return response;
    await noteRefusal(connection, failure);
    return failure;
  } catch (error) {
    if (error instanceof SsoRefusal) {
      await noteRefusal(connection, error.failure);
      return error.failure;
    }
    const { requestId } = visitor;
    log().error({ requestId, failure: errorFields(error) }, "single sign-on failed");
    return "failed";
  }
}

/**
 * Begins a sign-in by the domain of an email. The response has the same form for every email: an address to go on to, which
 * is the provider's, or the sign-in page with the reason.
 */
export async function startSso(email: string, request: SsoRequest): Promise<Response> {
  const outcome = await attempt(await connectionFor(email), email, request);
  if (outcome instanceof Response) return outcome;
  return Response.json({ url: pageOf(outcome) }, { headers: { "Cache-Control": "no-store" } });
}

/** Ends a sign-in with the response of the provider: into a session, or back to the sign-in page with the reason. */
export async function endSso(
  connectionId: string,
  providerError: string | null,
  request: SsoRequest,
): Promise<Response> {
  const connection = await connectionOf(connectionId);
  const outcome =
    providerError === null ? await attempt(connection, undefined, request) : ("denied" as const);
  const failure = outcome instanceof Response ? staleness(outcome) : outcome;
  if (failure === undefined) return outcome as Response;
  const headers = { Location: pageOf(failure), "Cache-Control": "no-store" };
  return new Response(null, { status: 302, headers });
}

/** next-auth redirects to its error page when the cookies of the attempt are missing or belong to another one. */
function staleness(response: Response): SsoFailure | undefined {
  const target = response.headers.get("location") ?? "";
  return /\/api\/auth\/(error|signin)\b/.test(target) ? "expired" : undefined;
}
