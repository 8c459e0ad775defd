import type { AccountUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import type { revokeSessionContract } from "./contract";
import { endSession } from "./store";

/** Ends one of the person's own sessions. */
export const revokeSession: AccountUseCase<typeof revokeSessionContract> = async ({
  person,
  input,
  at,
}) => {
  const { sessionId } = input.params;
  const isKnown = isId("ses", sessionId);
  if (!isKnown || !(await endSession(person.id, sessionId, await databaseTimeOf(at))))
    throw new ServiceError("SESSION_NOT_FOUND");
  return { ended: 1 };
};
