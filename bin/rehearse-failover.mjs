/**
 * `npm run rehearse:failover`: the cluster that docs/high-availability.md recommends, from Debian's packages on this machine,
 * with the service on it under load, and everything that can happen to it. Needs root on a Debian machine. Options: --quick,
 * --only <drills>, --write. Exit code 0 when every goal was reached, 1 when not, 130 when it was
 * interrupted.
 */
import "./bootstrap/check-node.mjs";
import { rehearse } from "./bootstrap/rehearse.mjs";

await rehearse(async (options) => {
  const { runRehearsal } = await import("./rehearse/failover/run-rehearsal.ts");
  return runRehearsal(options);
});
