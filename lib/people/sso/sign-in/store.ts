import { prisma } from "@/lib/db";
import type { Connection } from "./connection";

const PERSON = {
  ...{ id: true, partnerId: true, role: true, passwordHash: true },
  ...{ totpSecretSealed: true, disabledAt: true },
} as const;

/** A person whom an identity provider signs in. */
export interface SsoPerson {
  id: string;
  partnerId: string | null;
  role: string;
  passwordHash: string;
  totpSecretSealed: string | null;
  disabledAt: Date | null;
}

/** The person to whom an account of an identity provider is bound, also a removed one. */
export async function findBoundPerson(
  issuer: string,
  subject: string,
): Promise<SsoPerson | undefined> {
  const db = await prisma();
  const identity = await db.ssoIdentity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: { person: { select: PERSON } },
  });
  return identity?.person;
}

/** The person with an email, and whether an account of this issuer is bound to them. */
export async function findPersonByEmail(
  emailKey: string,
  issuer: string,
): Promise<(SsoPerson & { isBound: boolean }) | undefined> {
  const db = await prisma();
  const person = await db.person.findUnique({
    where: { emailKey },
    select: { ...PERSON, ssoIdentity: { select: { issuer: true } } },
  });
  if (!person) return undefined;
  const { ssoIdentity, ...found } = person;
  return { ...found, isBound: ssoIdentity?.issuer === issuer };
}

/**
 * False when an owner changed or removed the connection after a sign-in read it. The operator's is in the settings and does
 * not change while the service runs.
 */
export async function isUnchanged({
  partnerId,
  changedAt,
}: Pick<Connection, "partnerId" | "changedAt">): Promise<boolean> {
  if (partnerId === null || changedAt === null) return true;
  const db = await prisma();
  return (await db.ssoConnection.count({ where: { partnerId, changedAt } })) > 0;
}

/**
 * Notes a sign-in, or why one was refused, for the owners of a partner. A sign-in that began before the last change of the
 * connection says nothing about the present one, and is not noted.
 */
export async function noteOutcome(
  { partnerId, changedAt }: Pick<Connection, "partnerId" | "changedAt">,
  failure: string | null,
  at: Date,
): Promise<void> {
  if (partnerId === null || changedAt === null) return;
  const db = await prisma();
  const data =
    failure === null ? { usedAt: at, failedAt: null, failure: null } : { failedAt: at, failure };
  await db.ssoConnection.updateMany({ where: { partnerId, changedAt }, data });
}
