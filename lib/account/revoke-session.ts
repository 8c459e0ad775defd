import { ServiceError } from "@/lib/errors";
import type { AccountUseCase } from "@/lib/http/use-cases";
import { isId } from "@/lib/ids";
import type { revokeSessionContract } from "./contract";
import { endSession } from "./store";

/** Ends one of one's own sessions, wherever it is. */
export const revokeSession: AccountUseCase<typeof revokeSessionContract> = async ({
  person,
  input,
  at,
}) => {
  const { sessionId } = input.params;
  if (!isId("ses", sessionId) || !(await endSession(person.id, sessionId, at)))
    throw new ServiceError("SESSION_NOT_FOUND");
  return { ended: 1 };
};
