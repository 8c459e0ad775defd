import type { AccountUseCase } from "@/lib/contract/use-cases";
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
  return { ended: await endOtherSessions({ personId, sessionId, at }) };
};
