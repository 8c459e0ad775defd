import { beginSession, type Visitor } from "@/lib/identity/sessions/begin-session";
import { runAudited } from "@/lib/kernel/audit-context";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { roleOf } from "../role-rules";
import { readClaims } from "./claims";
import type { Connection } from "./connection";
import { SsoRefusal } from "./failures";
import { type Arrival, findPerson } from "./find-person";
import { applyRole } from "./sql-store";
import type { SsoPerson } from "./store";

/** Gives a partner's person the role that the rules of the connection name. */
async function followClaims(arrival: Arrival, person: SsoPerson): Promise<void> {
  const { connection, claims, visitor, at } = arrival;
  const { partnerId, roleClaim, roleRules } = connection;
  const role = roleOf(claims, roleClaim, roleRules);
  if (partnerId === null || role === undefined || role === person.role) return;
  const { ipAddress, requestId } = visitor;
  const entry = {
    ...{ personId: person.id, partnerId, action: "sso.role", targetId: person.id },
    ...{ before: { role: person.role }, after: { role }, ipAddress, requestId, at },
  };
  await runAudited(entry, () => applyRole(partnerId, person.id, role, at));
}

/** A session that an identity provider's sign-in began. */
export interface SsoSession {
  sessionId: string;
  /** The `Set-Cookie` line that makes the browser known. */
  knownBrowser: string;
}

/**
 * Begins a session for the person of validated claims. The provider answers for password and second factor; approvals and
 * other step-ups still ask for ours. Operators without an authenticator stay out, as with a password.
 * Source: docs/decisions/0108-single-sign-on.md
 * @throws SsoRefusal
 */
export async function signInBySso(
  connection: Connection,
  claims: unknown,
  visitor: Visitor,
): Promise<SsoSession> {
  const arrival = { connection, claims: readClaims(claims), visitor, at: now() };
  const person = await findPerson(arrival);
  if (person.partnerId === null && person.totpSecretSealed === null)
    throw new SsoRefusal("not_invited");
  await followClaims(arrival, person);
  const sessionId = newId("ses");
  const once = { totpStep: null, recoveryHash: null };
  const beginning = { sessionId, person, visitor, ...once, isBreakGlass: false };
  const knownBrowser = await beginSession(beginning);
  // The person was removed, or changed the password, at this moment.
  if (knownBrowser === undefined) throw new SsoRefusal("expired");
  return { sessionId, knownBrowser };
}
