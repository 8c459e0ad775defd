/**
 * `npm run rehearse:restore`: a backup with pgBackRest under load, the loss of everything, and the restore that
 * docs/backup.md describes, from Debian's packages on this machine. Needs root on a Debian machine. Option: --write. Exit
 * code 0 when everything was as it must be, 1 when not, 130 when it was interrupted.
 */
import "./bootstrap/check-node.mjs";
import { rehearse } from "./bootstrap/rehearse.mjs";

await rehearse(async (options) => {
  const { runRehearsal } = await import("./rehearse/restore/run-restore.ts");
  return runRehearsal(options);
});
