import type { AccountUseCase } from "@/lib/contract/use-cases";
import { browserName } from "./browser-name";
import type { listSessionsContract } from "./contract";
import { listSessions as findSessions } from "./store";

/** Lists the person's open sessions. */
export const listSessions: AccountUseCase<typeof listSessionsContract> = async ({ person, at }) => {
  const rows = await findSessions(person.id, at);
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
