import type { ServerResponse } from "node:http";

export const MAX_UNREAD_MS = 60_000;

/**
 * Closes the connection of a client that takes nothing of a response: what was sent to it stays in memory, and the stream
 * behind it waits. A response that has nothing to send, such as a stream of events, is not concerned.
 * @param maxUnreadMs the time without a byte taken. Node looks only once in this time whether bytes were taken, so that
 * the connection is closed after up to twice the time.
 */
export function endUnread(response: ServerResponse, maxUnreadMs: number = MAX_UNREAD_MS): void {
  response.setTimeout(maxUnreadMs, () => {
    if (response.writableLength > 0) response.destroy();
  });
}
