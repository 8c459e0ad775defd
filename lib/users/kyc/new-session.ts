import { DAY_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { verificationUrl } from "./link";
import { kycProvider } from "./provider";

/** The lifetime of a verification link. */
export const LINK_LIFETIME_MS = 7 * DAY_MS;

interface NewSession {
  userId: string;
  partnerId: string;
  at: Date;
}

/** Builds a new identity check: the row to commit, and the link. */
export function newSession({ userId, partnerId, at }: NewSession) {
  const id = newId("kyc");
  const row = {
    id,
    userId,
    partnerId,
    provider: kycProvider().name,
    createdAt: at,
    expiresAt: new Date(at.getTime() + LINK_LIFETIME_MS),
    openedAt: null,
    completedAt: null,
    outcome: null,
  };
  return { id, row, url: verificationUrl(id) };
}
