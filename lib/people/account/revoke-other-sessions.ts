import type { AccountUseCase } from "@/lib/contract/use-cases";
import { describeDeed } from "@/lib/kernel/deed";
import type { revokeOtherSessionsContract } from "./contract";
import { endOtherSessions } from "./store";

/** Ends all of one's own sessions but the one that asks. */
export const revokeOtherSessions: AccountUseCase<typeof revokeOtherSessionsContract> = async ({
  person,
  at,
}) => {
  const { id: personId, sessionId } = person;
  describeDeed({ targetId: personId });
  return { ended: await endOtherSessions({ personId, sessionId, at }) };
};
