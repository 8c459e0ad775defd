import { randomBytes } from "node:crypto";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { now } from "@/lib/kernel/clock";
import { CHALLENGE_MS } from "./fields";
import { type Challenge, deleteExpiredChallenges, type NewChallenge } from "./store";

const CHALLENGE_BYTES = 32;

/**
 * Makes a challenge in base64url, valid once and for five minutes when it is stored. Another process may take it, so its end is the
 * database's time.
 */
export async function newChallenge(
  use: Omit<Challenge, "challenge">,
  at: Date,
): Promise<NewChallenge> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const createdAt = await databaseTimeOf(at);
  return { ...use, challenge, createdAt, expiresAt: new Date(createdAt.getTime() + CHALLENGE_MS) };
}

/** Deletes the challenges that nobody used in time. */
export async function purgeChallenges(): Promise<{ passkeyChallenges: number }> {
  return { passkeyChallenges: await deleteExpiredChallenges(now()) };
}
