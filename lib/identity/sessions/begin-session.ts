import { databaseTimeOf } from "@/lib/db/read-clock";
import { now } from "@/lib/kernel/clock";
import { insertSession, type ReadConnection } from "../sql-store";
import type { CredentialsRow } from "../store";
import { knownBrowserCookie, knownBrowserId } from "./known-browser";

export const SESSION_S = 12 * 60 * 60;
const MAX_AGENT_CHARACTERS = 512;

/** The request of a sign-in, before the person is known. */
export interface Visitor {
  ipAddress: string | null;
  userAgent: string | null;
  /** The `Cookie` header, which shows whether the person has signed in with this browser before. */
  cookieHeader: string | null;
  requestId: string;
}

interface Beginning {
  sessionId: string;
  person: Pick<CredentialsRow, "id" | "passwordHash" | "totpSecretSealed">;
  visitor: Visitor;
  /** The step of the code that begins the session, where a code may begin only one. */
  totpStep: number | null;
  /** The recovery code that begins the session, and is used up by it. */
  recoveryHash: string | null;
  isBreakGlass: boolean;
  /** The partner's connection to the identity provider that signed the person in, as it was read. */
  connection?: ReadConnection | undefined;
}

/**
 * Begins the session of a person whose credentials were checked, or whom their identity provider has signed in. Returns
 * the `Set-Cookie` line that makes the browser known; undefined when the credentials, the person or the connection changed
 * meanwhile, or the code has begun a session.
 */
export async function beginSession(beginning: Beginning): Promise<string | undefined> {
  const { sessionId, person, visitor, totpStep, recoveryHash, isBreakGlass, connection } =
    beginning;
  const present = now();
  const createdAt = await databaseTimeOf(present);
  const isBegun = await insertSession({
    id: sessionId,
    person,
    ipAddress: visitor.ipAddress,
    userAgent: visitor.userAgent?.slice(0, MAX_AGENT_CHARACTERS) ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + SESSION_S * 1000),
    totpStep,
    recoveryHash,
    isNewBrowser: knownBrowserId(visitor.cookieHeader, person, present) === undefined,
    isBreakGlass,
    connection,
  });
  return isBegun ? knownBrowserCookie(visitor.cookieHeader, person, present) : undefined;
}
