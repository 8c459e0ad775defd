import { runAudited } from "@/lib/kernel/audit-context";
import { now } from "@/lib/kernel/clock";
import { findSessionOwner } from "../sql-store";
import { revokeSession } from "../store";

interface Asking {
  ipAddress: string | null;
  requestId: string;
}

/** Revokes a session for every process. Does nothing if it has ended or does not exist. Source: design 9. */
export async function signOut(sessionId: string, { ipAddress, requestId }: Asking): Promise<void> {
  const owner = await findSessionOwner(sessionId);
  if (!owner) return;
  const at = now();
  const context = {
    ...owner,
    ...{ action: "signOut", targetId: sessionId, before: null, after: null },
    ...{ ipAddress, requestId, at },
  };
  await runAudited(context, () => revokeSession(sessionId, at));
}
