/**
 * `npm run rehearse:cells`: two cells of the service behind one router, as docs/scaling.md recommends, each on a PostgreSQL of
 * its own, from Debian's packages on this machine. One database is lost under load, then frozen; the other cell must not
 * notice, and all money must add up. Needs root on a Debian machine. Option: --write. Exit code 0 when every goal was
 * reached, 1 when not, 130 when it was interrupted.
 */
import "./bootstrap/check-node.mjs";
import { rehearse } from "./bootstrap/rehearse.mjs";

await rehearse(async (options) => {
  const { runRehearsal } = await import("./rehearse/cells/run-rehearsal.ts");
  return runRehearsal(options);
});
