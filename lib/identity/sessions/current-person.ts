import { decode } from "next-auth/jwt";
import { isReaderOf, PAGE_READER_HEADER } from "@/lib/contract/page-reader";
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
 * The signed-in person of a request; undefined without a valid session, and for a request of a page that was rendered for
 * somebody else, before another person signed in with the same browser. Every call reads the session from the database,
 * so a revocation takes effect at once.
 */
export async function currentPerson({ headers }: Carrier): Promise<SignedInPerson | undefined> {
  const token = readCookies(headers.get("cookie"))[sessionCookie().name];
  const sessionId = token && (await readToken(token));
  const person = sessionId ? await findSession(sessionId, now()) : undefined;
  return person && isReaderOf(person, headers.get(PAGE_READER_HEADER)) ? person : undefined;
}

/**
 * Whether a token is encrypted as this service does it: with the key itself. The header of a token of somebody else can name
 * another algorithm, and deriving a key for it (PBES2) takes milliseconds of the threads that hash passwords.
 */
function isOfOurAlgorithm(token: string): boolean {
  const [header = ""] = token.split(".", 1);
  const { alg } = JSON.parse(Buffer.from(header, "base64url").toString());
  return alg === "dir";
}

/** The session id in a token that this service issued; undefined for any other text. */
async function readToken(token: string): Promise<string | undefined> {
  try {
    if (!isOfOurAlgorithm(token)) return undefined;
    const payload = await decode({ token, secret: env().NEXTAUTH_SECRET });
    const sessionId = payload?.sid;
    return typeof sessionId === "string" && isId("ses", sessionId) ? sessionId : undefined;
  } catch {
    // Not encrypted by this service, or expired: the request has no session.
    return undefined;
  }
}
