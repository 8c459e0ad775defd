import type { AccountUseCase } from "@/lib/contract/use-cases";
import { browserName } from "./browser-name";
import type { listSessionsContract } from "./contract";
import { listSessions as findSessions } from "./store";

/** Lists the person's newest open sessions, and the one of the request. */
export const listSessions: AccountUseCase<typeof listSessionsContract> = async ({ person, at }) => {
  const rows = await findSessions({ personId: person.id, sessionId: person.sessionId, at });
  const sessions = rows.map(({ id, ipAddress, userAgent, createdAt, expiresAt }) => ({
    sessionId: id,
    browser: browserName(userAgent),
    ...(userAgent !== null && { userAgent }),
    ...(ipAddress !== null && { ipAddress }),
    isCurrent: id === person.sessionId,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
  return { sessions };
};
