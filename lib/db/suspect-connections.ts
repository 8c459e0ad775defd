import type pg from "pg";

type Client = Pick<pg.Client, "connection">;

/** What `pg` says of a statement without a response, also where Prisma quotes it. */
const READ_TIMEOUT = /query read timeout/i;

/** Whether an error says that a statement got no response in time. */
export const hadNoResponse = (error: unknown): boolean =>
  error instanceof Error && READ_TIMEOUT.test(error.message);

/**
 * Knows the connections from which nothing may arrive any more. When a statement gets no response, a machine or the network may be
 * gone without closing any connection. Then each one from which nothing has arrived since that statement was sent is suspected:
 * otherwise each would make another request wait for the whole time limit, although new connections work.
 */
export class SuspectConnections {
  /** When the newest statement without a response was sent. */
  #sinceMs = Number.NEGATIVE_INFINITY;
  readonly #respondedAtMs = new WeakMap<Client, number>();

  /** Notes from now on when a statement of this connection ends. */
  watch(client: Client): void {
    const noteResponse = () => void this.#respondedAtMs.set(client, performance.now());
    noteResponse();
    client.connection.on("readyForQuery", noteResponse);
  }

  /** Notes the failure of a statement, if it had no response. */
  note(error: unknown, sentAtMs: number): void {
    if (hadNoResponse(error)) this.#sinceMs = Math.max(this.#sinceMs, sentAtMs);
  }

  /** Whether a connection without a statement in flight should be replaced before its next one. */
  isSuspect(client: Client): boolean {
    return (this.#respondedAtMs.get(client) ?? Number.POSITIVE_INFINITY) < this.#sinceMs;
  }
}

/** Closes a connection without waiting for the other end, which may be gone. */
export function cut(client: Client): void {
  client.connection.stream.destroy();
}
