/**
 * Loaded into the server before everything else. A starter that ends orderly stops the server
 * itself; one that is killed cannot, and the server would go on with the port and the database.
 */
import { readFileSync } from "node:fs";
import process from "node:process";

const exitAfterMs = 10_000;

/** The embedded PostgreSQL as it is now: it may have been started again since we were. */
function postgresPid() {
  try {
    return Number.parseInt(readFileSync(process.env.EMBEDDED_POSTGRES_PID_FILE ?? "", "utf8"), 10);
  } catch {
    return undefined; // There is none, or it does not run.
  }
}

process.once("disconnect", () => {
  // Asked now: until our end somebody may start another one in the same place.
  const pid = postgresPid();
  if (pid !== undefined && pid > 1) {
    process.once("exit", () => {
      try {
        process.kill(pid, "SIGINT");
      } catch {
        // It has ended before us.
      }
    });
  }
  process.kill(process.pid, "SIGTERM"); // Next's own orderly end.
  setTimeout(() => process.exit(1), exitAfterMs).unref();
});
// The channel alone must not keep the process alive.
process.channel?.unref();
