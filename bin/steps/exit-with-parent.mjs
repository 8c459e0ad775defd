/**
 * Loaded into the server before everything else. A starter that ends orderly stops the server
 * itself; one that is killed cannot, and the server would go on with the port and the database.
 */
import process from "node:process";

const exitAfterMs = 10_000;
const postgresPid = Number(process.env.EMBEDDED_POSTGRES_PID);

process.once("disconnect", () => {
  if (postgresPid > 1) {
    process.once("exit", () => {
      try {
        process.kill(postgresPid, "SIGINT");
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
