import { readFileSync } from "node:fs";

const EXIT_AFTER_MS = 10_000;

/** Returns the process id of the embedded PostgreSQL, which may have been restarted since this process began. */
function postgresPid(): number | undefined {
  try {
    return Number.parseInt(readFileSync(process.env.EMBEDDED_POSTGRES_PID_FILE ?? "", "utf8"), 10);
  } catch {
    return undefined; // There is no embedded PostgreSQL, or it is not running.
  }
}

/**
 * Ends this process, and then the embedded PostgreSQL, when the parent process is gone. A parent that exits normally
 * stops the server itself; a killed one cannot, and the server would keep the port and the database.
 */
export function exitWithParent(): void {
  process.once("disconnect", () => {
    // The pid is read now: another PostgreSQL may be started in the same folder before this process ends.
    const pid = postgresPid();
    if (pid !== undefined && pid > 1) {
      process.once("exit", () => {
        try {
          process.kill(pid, "SIGINT");
        } catch {
          // PostgreSQL has already ended.
        }
      });
    }
    process.kill(process.pid, "SIGTERM"); // Starts the graceful shutdown.
    setTimeout(() => process.exit(1), EXIT_AFTER_MS).unref();
  });
  // The IPC channel alone must not keep the process alive.
  process.channel?.unref();
}
