import { decideAndCommit } from "@/lib/ledger";
import { findUserOf } from "@/lib/users/find-user-of";
import { KYC_OPEN } from "@/lib/users/states";
import type { UserRow } from "@/lib/users/store";
import { verificationUrl } from "./link";
import { newSession } from "./new-session";

function usableLink(user: UserRow, at: Date): string | undefined {
  const { kycSessionId, kycExpiresAt } = user;
  return kycSessionId !== null && kycExpiresAt !== null && kycExpiresAt > at
    ? verificationUrl(kycSessionId)
    : undefined;
}

/**
 * The link by which a user can complete identity verification now; undefined when verification is closed. A link that
 * has expired is replaced here, where somebody asks for one: by a fresh session, stored before it is shown. Of several
 * who ask at once one makes it and all get the same.
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
