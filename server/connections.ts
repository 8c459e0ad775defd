import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Ends the connections of clients without failing a request: each one closes after the response that says so. */
export class Connections {
  readonly #server: Server;
  readonly #open = new Set<ServerResponse>();
  #isEnding = false;
  #hasGrace = true;

  constructor(server: Server) {
    this.#server = server;
    server.prependListener("request", (_, response) => this.#follow(response));
  }

  /** The number of requests without their whole response. */
  get underWay(): number {
    return this.#open.size;
  }

  /** From now on every response has `Connection: close`. New connections are still accepted. */
  endAfterResponses(): void {
    this.#isEnding = true;
    for (const response of this.#open) announceEnd(response);
  }

  /**
   * Accepts no more connections, and ends idle ones after `graceMs`. Resolves when every open one has ended. Node's own
   * `close` of an HTTP server ends idle connections at once, also one whose request has arrived and was not read yet.
   */
  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.#server, () => resolve());
    });
    await Promise.race([closed, sleep(graceMs)]);
    this.#hasGrace = false;
    this.#server.closeIdleConnections();
    await closed;
  }

  /** Ends every connection at once, also in the middle of a response. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  #follow(response: ServerResponse): void {
    if (this.#isEnding) announceEnd(response);
    this.#open.add(response);
    response.once("close", () => {
      this.#open.delete(response);
      // A response whose headers were sent earlier leaves an idle connection, which the server would wait for.
      if (!this.#hasGrace) setImmediate(() => this.#server.closeIdleConnections());
    });
  }
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}
