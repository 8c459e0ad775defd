import { randomBytes } from "node:crypto";
import { isUniqueViolation } from "@/lib/db/unique-violation";
import { emailKeyOf } from "@/lib/identity/email-key";
import { personName } from "@/lib/identity/fields";
import { hashPassword } from "@/lib/identity/passwords/password";
import type { Visitor } from "@/lib/identity/sessions/begin-session";
import { runAudited } from "@/lib/kernel/audit-context";
import { newId } from "@/lib/kernel/ids";
import { insertInvited } from "../../team/sql-store";
import { domainOf } from "../domain-of";
import type { Claims } from "./claims";
import type { Connection } from "./connection";
import { SsoRefusal } from "./failures";
import { findInvitationFor, insertIdentity } from "./sql-store";
import { findBoundPerson, findPersonByEmail, isUnchanged, type SsoPerson } from "./store";

/** A sign-in of one account of a connection's provider. */
export interface Arrival {
  connection: Connection;
  claims: Claims;
  visitor: Visitor;
  /** By the clock of the database, by which invitations and API keys end. */
  at: Date;
}

/** The email that the provider has verified, of a domain that the connection may speak for. */
function vouchedEmail({ connection, claims }: Arrival): string {
  const { email, email_verified: isVerified } = claims;
  if (email === undefined || isVerified !== true) throw new SsoRefusal("email_unverified");
  if (!connection.domains.includes(domainOf(email) ?? "")) throw new SsoRefusal("foreign_domain");
  return email;
}

function entryOf({ connection, visitor, at }: Arrival, personId: string, action: string) {
  const { ipAddress, requestId } = visitor;
  return { personId, partnerId: connection.partnerId, action, ipAddress, requestId, at };
}

/** A name for the team's list: the provider's, or the part of the email before the @, if it can be a name. */
function nameOf({ name }: Claims, email: string): string {
  const local = [...(email.split("@")[0] ?? email)].slice(0, 100).join("");
  const found = [name?.trim(), local].map((each) => personName.safeParse(each));
  return found.find(({ success }) => success)?.data ?? "Team member";
}

/**
 * Creates the person of an open invitation to the partner's people. They have no password until they set one by e-mail.
 * Operators come only by the link of their invitation, where they set up an authenticator.
 */
async function acceptByEmail(arrival: Arrival, email: string): Promise<void> {
  const { connection, claims, at } = arrival;
  const emailKey = emailKeyOf(email);
  const invitation =
    connection.partnerId === null
      ? undefined
      : await findInvitationFor(connection.partnerId, emailKey, at);
  // Without one, or when a simultaneous sign-in was first, the caller sees whether there is a person now.
  if (!invitation) return;
  const id = newId("prs");
  const name = nameOf(claims, email);
  const person = {
    ...{ id, name, emailKey, totpSecretSealed: null, recoveryHashes: [], approvesFrom: null },
    passwordHash: await hashPassword(randomBytes(32).toString("base64url")),
    createdAt: at,
  };
  const entry = {
    ...entryOf(arrival, id, "acceptInvitation"),
    ...{ targetId: invitation.id, before: null, after: { name, role: invitation.role, by: "sso" } },
  };
  await runAudited(entry, () => insertInvited(invitation.id, person)).catch((error) => {
    if (!isUniqueViolation(error)) throw error;
  });
}

async function bind(arrival: Arrival, person: SsoPerson, email: string): Promise<void> {
  const { connection, claims, at } = arrival;
  const entry = {
    ...entryOf(arrival, person.id, "sso.bind"),
    ...{ targetId: person.id, before: null, after: { issuer: connection.issuer, email } },
  };
  let conflict: unknown;
  const isBound = await runAudited(entry, () =>
    insertIdentity(connection, claims.sub, person.id, at),
  ).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    conflict = error;
    return false;
  });
  // Of two sign-ins at once with one account, the later one can conflict with the person of the other.
  if (isBound || (await isBoundTo(arrival, person))) return;
  // A simultaneous sign-in of another account of the provider was first.
  if (conflict !== undefined) throw new SsoRefusal("other_account", { cause: conflict });
  throw new SsoRefusal((await isUnchanged(connection)) ? "not_invited" : "unavailable");
}

/** Whether a simultaneous sign-in has bound the account to the person. */
async function isBoundTo({ connection, claims }: Arrival, { id }: SsoPerson): Promise<boolean> {
  return (await findBoundPerson(connection.issuer, claims.sub))?.id === id;
}

/** The person with an email on the connection's side. Other people with this email are not mentioned to the provider. */
async function ownPerson({ connection }: Arrival, email: string) {
  const person = await findPersonByEmail(emailKeyOf(email), connection.issuer);
  if (person && person.partnerId !== connection.partnerId) throw new SsoRefusal("not_invited");
  return person?.disabledAt === null ? person : undefined;
}

/**
 * Finds the person of an account by issuer and subject. An account that is bound to nobody is bound to the person, or to the
 * person of the open invitation, with its verified email. Source: docs/decisions/0108-single-sign-on.md
 * @throws SsoRefusal
 */
export async function findPerson(arrival: Arrival): Promise<SsoPerson> {
  const { connection, claims } = arrival;
  const bound = await findBoundPerson(connection.issuer, claims.sub);
  if (bound?.disabledAt === null) {
    if (bound.partnerId !== connection.partnerId) throw new SsoRefusal("not_invited");
    return bound;
  }
  const email = vouchedEmail(arrival);
  let person = await ownPerson(arrival, email);
  if (!person) {
    await acceptByEmail(arrival, email);
    person = await ownPerson(arrival, email);
    if (!person) throw new SsoRefusal("not_invited");
  }
  if (!person.isBound) await bind(arrival, person, email);
  else if (!(await isBoundTo(arrival, person))) throw new SsoRefusal("other_account");
  return person;
}
