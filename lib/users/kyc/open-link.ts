import { decideAndCommit } from "@/lib/ledger";
import { findUserOf } from "@/lib/users/find-user-of";
import { KYC_OPEN } from "@/lib/users/states";
import type { UserRow } from "@/lib/users/store";
import { verificationUrl } from "./link";
import { newSession } from "./new-session";

/** Returns the link of a user whose verification is open, if the link has not expired. Changes nothing. */
export function usableLink(user: UserRow, at: Date): string | undefined {
  const { kycSessionId, kycExpiresAt, status } = user;
  return KYC_OPEN.has(status) && kycSessionId !== null && kycExpiresAt !== null && kycExpiresAt > at
    ? verificationUrl(kycSessionId)
    : undefined;
}

/**
 * Returns the link by which a user can complete identity verification; undefined when verification is closed. An
 * expired link is replaced when it is requested: by a new session, which is stored before its link is returned. Of
 * several concurrent requests one creates the session, and all return the same link.
 */
export async function openLink(user: UserRow, at: Date): Promise<string | undefined> {
  if (!KYC_OPEN.has(user.status)) return undefined;
  const link = usableLink(user, at);
  if (link !== undefined) return link;
  return decideAndCommit(
    () => findUserOf(user.partnerId, user.id),
    (current) => {
      const result = usableLink(current, at);
      if (result !== undefined || !KYC_OPEN.has(current.status)) return { changeSet: {}, result };
      const session = newSession({ userId: current.id, partnerId: current.partnerId, at });
      const set = { kycSessionId: session.id };
      return {
        changeSet: {
          update: { users: [{ id: current.id, version: current.version, set }] },
          insert: { kyc_sessions: [session.row] },
        },
        result: session.url,
      };
    },
  );
}
