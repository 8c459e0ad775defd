import { decode } from "next-auth/jwt";
import type { SignedInPerson } from "@/lib/contract/person";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { isId } from "@/lib/kernel/ids";
import { findSession } from "../sql-store";
import { readCookies } from "./read-cookies";
import { sessionCookie } from "./session-cookie";

/** The headers of a Request or of a page. */
interface Carrier {
  headers: { get(name: string): string | null };
}

/**
 * The signed-in person of a request; undefined without a valid session. Every call reads the session from the database,
 * so a revocation takes effect at once.
 */
export async function currentPerson({ headers }: Carrier): Promise<SignedInPerson | undefined> {
  const token = readCookies(headers.get("cookie"))[sessionCookie().name];
  const sessionId = token && (await readToken(token));
  return sessionId ? findSession(sessionId, now()) : undefined;
}

/** The session id in a token that this service issued; undefined for any other text. */
async function readToken(token: string): Promise<string | undefined> {
  try {
    const payload = await decode({ token, secret: env().NEXTAUTH_SECRET });
    const sessionId = payload?.sid;
    return typeof sessionId === "string" && isId("ses", sessionId) ? sessionId : undefined;
  } catch {
    // Not encrypted by this service, or expired: the request has no session.
    return undefined;
  }
}
