import { readFileSync } from "node:fs";

const EXIT_AFTER_MS = 10_000;

/** The embedded PostgreSQL at this moment: it may have been restarted since this process began. */
function postgresPid(): number | undefined {
  try {
    return Number.parseInt(readFileSync(process.env.EMBEDDED_POSTGRES_PID_FILE ?? "", "utf8"), 10);
  } catch {
    return undefined; // There is none, or it does not run.
  }
}

/**
 * Ends this process, and the embedded PostgreSQL after it, when the process that started it is gone. A starter that ends
 * in order stops the server itself; one that is killed cannot, and the server would keep the port and the database.
 */
export function exitWithParent(): void {
  process.once("disconnect", () => {
    // Read now: until this process ends, another PostgreSQL may be started in the same place.
    const pid = postgresPid();
    if (pid !== undefined && pid > 1) {
      process.once("exit", () => {
        try {
          process.kill(pid, "SIGINT");
        } catch {
          // It has ended already.
        }
      });
    }
    process.kill(process.pid, "SIGTERM"); // Our own graceful shutdown.
    setTimeout(() => process.exit(1), EXIT_AFTER_MS).unref();
  });
  // The channel alone must not keep the process alive.
  process.channel?.unref();
}
