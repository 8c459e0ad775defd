import { databaseTimeOf } from "@/lib/db/read-clock";
import { beginSession, type Visitor } from "@/lib/identity/sessions/begin-session";
import type { ReadConnection } from "@/lib/identity/sql-store";
import { runAudited } from "@/lib/kernel/audit-context";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { roleOf } from "../role-rules";
import { readClaims } from "./claims";
import type { Connection } from "./connection";
import { SsoRefusal } from "./failures";
import { type Arrival, findPerson } from "./find-person";
import { applyRole } from "./sql-store";
import { isUnchanged, type SsoPerson } from "./store";

/** The partner's connection as the sign-in read it; undefined for the operator's, which is in the settings. */
function readConnection({ partnerId, changedAt }: Connection): ReadConnection | undefined {
  return partnerId === null || changedAt === null ? undefined : { partnerId, changedAt };
}

/** Gives a partner's person the role that the rules of the connection name. */
async function followClaims(arrival: Arrival, person: SsoPerson): Promise<void> {
  const { connection, claims, visitor, at } = arrival;
  const { roleClaim, roleRules } = connection;
  const read = readConnection(connection);
  const role = roleOf(claims, roleClaim, roleRules);
  if (read === undefined || role === undefined || role === person.role) return;
  const { ipAddress, requestId } = visitor;
  const entry = {
    ...{ personId: person.id, partnerId: read.partnerId, action: "sso.role", targetId: person.id },
    ...{ before: { role: person.role }, after: { role }, ipAddress, requestId, at },
  };
  await runAudited(entry, () => applyRole(read, person.id, role, at));
}

/** A session that an identity provider's sign-in began. */
export interface SsoSession {
  sessionId: string;
  /** The `Set-Cookie` line that makes the browser known. */
  knownBrowser: string;
}

/**
 * Begins a session for the person of validated claims. The provider answers for password and second factor; approvals and
 * other step-ups still ask for ours. Operators without an authenticator stay out, as with a password. An owner may remove
 * or change the connection at any time, because the provider is compromised; then nothing that it says counts any more.
 * Source: docs/decisions/0108-single-sign-on.md
 * @throws SsoRefusal
 */
export async function signInBySso(
  connection: Connection,
  claims: unknown,
  visitor: Visitor,
): Promise<SsoSession> {
  // Before an invitation is used; the writes below check it again, each under a lock of the connection.
  if (!(await isUnchanged(connection))) throw new SsoRefusal("unavailable");
  const arrival = {
    connection,
    claims: readClaims(claims),
    visitor,
    at: await databaseTimeOf(now()),
  };
  const person = await findPerson(arrival);
  if (person.partnerId === null && person.totpSecretSealed === null)
    throw new SsoRefusal("not_invited");
  await followClaims(arrival, person);
  const sessionId = newId("ses");
  const once = { totpStep: null, recoveryHash: null };
  const by = { isBreakGlass: false, connection: readConnection(connection) };
  const knownBrowser = await beginSession({ sessionId, person, visitor, ...once, ...by });
  // At this moment the connection was changed, the person was removed, or the person changed the password.
  if (knownBrowser === undefined)
    throw new SsoRefusal((await isUnchanged(connection)) ? "expired" : "unavailable");
  return { sessionId, knownBrowser };
}
