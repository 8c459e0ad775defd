import type { ServerResponse } from "node:http";

const MAX_UNREAD_MS = 60_000;

/**
 * Closes the connection of a client that takes nothing of a response for a minute: what was sent to it stays in memory, and
 * the stream behind it waits. The time begins anew with each byte that the client takes, and a response that has nothing
 * to send, such as a stream of events, is not concerned.
 */
export function endUnread(response: ServerResponse, maxUnreadMs: number = MAX_UNREAD_MS): void {
  response.setTimeout(maxUnreadMs, () => {
    if (response.writableLength > 0) response.destroy();
  });
}
