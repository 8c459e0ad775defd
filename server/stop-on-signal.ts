import type { Server } from "node:http";

/** The exit codes with which shells report the end of a process by a signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };

/**
 * Ends the process gracefully on SIGTERM and SIGINT: the server accepts no more connections, responds to accepted
 * requests, then runs `finish`. There is no time limit; the sender of the signal can kill the process.
 */
export function stopOnSignal(server: Server, finish: () => Promise<unknown>): void {
  let isStopping = false;
  const stop = (signal: keyof typeof EXIT_CODES) => {
    // A signal can arrive twice, such as from a shell on Ctrl-C.
    if (isStopping) return;
    isStopping = true;
    server.close(() => {
      finish()
        .catch((error: unknown) => console.error(error))
        .finally(() => process.exit(EXIT_CODES[signal]));
    });
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
