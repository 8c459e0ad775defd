import { decode } from "next-auth/jwt";
import type { SignedInPerson } from "@/lib/contract/person";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { isId } from "@/lib/kernel/ids";
import { findSession } from "../store";
import { readCookies } from "./read-cookies";
import { sessionCookie } from "./session-cookie";

/** A Request, or what pages have of one. */
interface Carrier {
  headers: { get(name: string): string | null };
}

/**
 * The signed-in person of a request, read anew each time, so that a session revoked a moment ago is none. Undefined
 * without a session that holds.
 */
export async function currentPerson({ headers }: Carrier): Promise<SignedInPerson | undefined> {
  const token = readCookies(headers.get("cookie"))[sessionCookie().name];
  const sessionId = token && (await readToken(token));
  return sessionId ? findSession(sessionId, now()) : undefined;
}

/** The session id that a token of ours holds; undefined for any other text. */
async function readToken(token: string): Promise<string | undefined> {
  try {
    const payload = await decode({ token, secret: env().NEXTAUTH_SECRET });
    const sessionId = payload?.sid;
    return typeof sessionId === "string" && isId("ses", sessionId) ? sessionId : undefined;
  } catch {
    // Not encrypted by us, or past its time: whoever sent it is not signed in.
    return undefined;
  }
}
