import { auditAdminAction } from "@/lib/audit/audit-admin-action";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import type { endOperatorSessionsContract } from "./contract";
import { findOperatorOf } from "./find-operator-of";
import { endSessions } from "./store";

/** Ends all sessions of one of the operator's people at once. */
export const endOperatorSessions: AdminUseCase<typeof endOperatorSessionsContract> = async (
  context,
) => {
  const at = await databaseTimeOf(context.at);
  const { id } = await findOperatorOf(context.input.params.id, at);
  const details = { targetId: id };
  const ended = await auditAdminAction(context, "operator.end_sessions", details, () =>
    endSessions(id, at),
  );
  return { ended };
};
