import { runAudited } from "@/lib/kernel/audit-context";
import { now } from "@/lib/kernel/clock";
import { findSessionOwner, revokeSession } from "../store";

interface Asking {
  ipAddress: string | null;
  requestId: string;
}

/** Ends a session at once, for every process. Does nothing when it has ended, or never was. Source: design 9. */
export async function signOut(sessionId: string, { ipAddress, requestId }: Asking): Promise<void> {
  const owner = await findSessionOwner(sessionId);
  if (!owner) return;
  const at = now();
  const context = {
    ...owner,
    ...{ action: "signOut", targetId: sessionId, before: null, after: null },
    ...{ ipAddress, requestId, at, isWritten: false },
  };
  await runAudited(context, () => revokeSession(sessionId, at));
}
