import type { Server } from "node:http";

/** As shells report the end of a process by a signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };

/**
 * Ends the process gracefully on SIGTERM and SIGINT: the server accepts no more connections, answers what it has accepted,
 * then runs `finish`. The sender of the signal decides how long that may take.
 */
export function stopOnSignal(server: Server, finish: () => Promise<unknown>): void {
  let isStopping = false;
  const stop = (signal: keyof typeof EXIT_CODES) => {
    // The same signal may come twice, as from a shell on Ctrl-C.
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
