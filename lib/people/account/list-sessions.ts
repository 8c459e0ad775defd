import type { AccountUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { browserName } from "./browser-name";
import type { listSessionsContract } from "./contract";
import { listSessions as findSessions } from "./store";

/** Lists the person's newest open sessions, and the one of the request. */
export const listSessions: AccountUseCase<typeof listSessionsContract> = async ({ person, at }) => {
  const { id: personId, sessionId } = person;
  const rows = await findSessions({ personId, sessionId, at: await databaseTimeOf(at) });
  const sessions = rows.map(({ id, ipAddress, userAgent, createdAt, expiresAt }) => ({
    sessionId: id,
    browser: browserName(userAgent),
    ...(userAgent !== null && { userAgent }),
    ...(ipAddress !== null && { ipAddress }),
    isCurrent: id === sessionId,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
  return { sessions };
};
