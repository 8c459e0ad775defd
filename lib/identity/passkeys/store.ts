import { prisma } from "@/lib/db";
import type { PrismaTransaction } from "@/lib/db/prisma-client";

/** A challenge that an authenticator may sign once. */
export interface Challenge {
  challenge: string;
  purpose: "register" | "sign_in";
  /** The person who registers a passkey; null at a sign-in. */
  personId: string | null;
}

export interface NewChallenge extends Challenge {
  createdAt: Date;
  expiresAt: Date;
}

/** Stores a new challenge, in a transaction if one is given. */
export async function insertChallenge(
  challenge: NewChallenge,
  transaction?: PrismaTransaction,
): Promise<void> {
  const db = transaction ?? (await prisma());
  await db.passkeyChallenge.createMany({ data: challenge });
}

/**
 * Deletes an open challenge, in a transaction if one is given. Returns false if it is unknown, of somebody else, used or
 * expired.
 * @param at the present by the clock of the database
 */
export async function takeChallenge(
  challenge: Challenge,
  at: Date,
  transaction?: PrismaTransaction,
): Promise<boolean> {
  const db = transaction ?? (await prisma());
  const { count } = await db.passkeyChallenge.deleteMany({
    where: { ...challenge, expiresAt: { gt: at } },
  });
  return count > 0;
}

/** Deletes the challenges that nobody used in time; returns their number. */
export async function deleteExpiredChallenges(at: Date): Promise<number> {
  const db = await prisma();
  const { count } = await db.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: at } } });
  return count;
}

/** A stored passkey, with what verifies its signatures. */
export interface PasskeyRow {
  id: string;
  personId: string;
  credentialId: string;
  /** A COSE key, base64url. */
  publicKey: string;
  counter: bigint;
}

/** Finds a passkey by the id that its authenticator gave it. */
export async function findPasskey(credentialId: string): Promise<PasskeyRow | undefined> {
  const db = await prisma();
  const passkey = await db.passkey.findUnique({
    where: { credentialId },
    select: { id: true, personId: true, credentialId: true, publicKey: true, counter: true },
  });
  return passkey ?? undefined;
}

/**
 * Records the use of a passkey. Returns false if another use with this counter or a higher one came first, which means
 * that the passkey was copied or the response was sent twice.
 */
export async function notePasskeyUse(
  { id, counter: former }: PasskeyRow,
  { counter, isBackedUp }: { counter: bigint; isBackedUp: boolean },
  at: Date,
): Promise<boolean> {
  const db = await prisma();
  const { count } = await db.passkey.updateMany({
    where: { id, counter: former },
    data: { counter, isBackedUp, lastUsedAt: at },
  });
  return count > 0;
}
