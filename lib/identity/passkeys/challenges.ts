import { randomBytes } from "node:crypto";
import { now } from "@/lib/kernel/clock";
import { CHALLENGE_MS } from "./fields";
import { type Challenge, deleteExpiredChallenges, type NewChallenge } from "./store";

const CHALLENGE_BYTES = 32;

/** Makes a challenge in base64url, valid once and for five minutes when it is stored. */
export function newChallenge(use: Omit<Challenge, "challenge">, at: Date): NewChallenge {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  return { ...use, challenge, createdAt: at, expiresAt: new Date(at.getTime() + CHALLENGE_MS) };
}

/** Deletes the challenges that nobody used in time. */
export async function purgeChallenges(): Promise<{ passkeyChallenges: number }> {
  return { passkeyChallenges: await deleteExpiredChallenges(now()) };
}
