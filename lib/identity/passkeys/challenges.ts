import { randomBytes } from "node:crypto";
import { now } from "@/lib/kernel/clock";
import { CHALLENGE_MS } from "./fields";
import { type Challenge, deleteExpiredChallenges, insertChallenge } from "./store";

const CHALLENGE_BYTES = 32;

/** Makes a challenge, valid once and for five minutes, and stores it. Returns it in base64url. */
export async function newChallenge(
  { purpose, personId }: Omit<Challenge, "challenge">,
  at: Date,
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const expiresAt = new Date(at.getTime() + CHALLENGE_MS);
  await insertChallenge({ challenge, purpose, personId, createdAt: at, expiresAt });
  return challenge;
}

/** Deletes the challenges that nobody used in time. */
export async function purgeChallenges(): Promise<{ passkeyChallenges: number }> {
  return { passkeyChallenges: await deleteExpiredChallenges(now()) };
}
