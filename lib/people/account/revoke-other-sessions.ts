import type { AccountUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { describeAudit } from "@/lib/kernel/audit-context";
import type { revokeOtherSessionsContract } from "./contract";
import { endOtherSessions } from "./sql-store";

/** Ends all sessions of the person except the one that makes the request. */
export const revokeOtherSessions: AccountUseCase<typeof revokeOtherSessionsContract> = async ({
  person,
  at,
}) => {
  const { id: personId, sessionId } = person;
  describeAudit({ targetId: personId });
  const asking = { personId, sessionId, at: await databaseTimeOf(at) };
  return { ended: await endOtherSessions(asking) };
};
