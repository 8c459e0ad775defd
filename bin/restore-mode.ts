import { disconnect } from "@/lib/db";
import { emailKeyOf } from "@/lib/identity/email-key";
import { env } from "@/lib/kernel/env";
import { findByEmail } from "@/lib/people/team/recovery/store";
import { beginRestore } from "@/lib/treasury/restore-mode/begin-restore";
import { endRestore } from "@/lib/treasury/restore-mode/end-restore";
import { listUnreadIssuers } from "@/lib/treasury/restore-mode/issuer-obstacles";
import { DO_AGAIN } from "@/lib/treasury/restore-mode/lost-time";
import { findEndOfCopy } from "@/lib/treasury/restore-mode/store";
import { foundText, listUnsettled } from "@/lib/treasury/restored/found-alerts";
import { restoreText } from "@/lib/treasury/restored/restore-mode";
import { findOpenRestore } from "@/lib/treasury/restored/sql-store";
import { exitCodes, ITS_OWN_ARGUMENTS, runCommand } from "./command.ts";

const ALLOW_DIFFERENCE = "--allow-difference";
const USAGE = `Say what to do, and who you are (docs/backup.md):
  npm run restore-mode -- on ada@example.com     before the first start on a restored database: nothing is signed
  npm run restore-mode -- status                 what is left to do
  npm run restore-mode -- off ada@example.com    when it is done; ${ALLOW_DIFFERENCE} if the books differ for a known reason`;

/** @throws when the email is not that of an administrator of the operator. */
async function administratorId(address: string | undefined): Promise<string> {
  if (address === undefined) throw new Error(USAGE);
  const person = await findByEmail(emailKeyOf(address));
  if (person && person.partnerId === null && person.role === "admin") return person.id;
  throw new Error(`${address} is no administrator's email. Name the administrator who does this.`);
}

async function turnOn(address: string | undefined): Promise<number> {
  const { restore, wasOn, endedSessions } = await beginRestore(await administratorId(address));
  console.log(wasOn ? "Restore mode was on, and begins anew." : "Restore mode is on.");
  console.log(restoreText(restore));
  console.log(`Sessions that were ended: ${endedSessions}. Everybody signs in again.`);
  const { auditedAt, postedAt } = await findEndOfCopy(restore.startedAt);
  console.log(
    `The copy's newest audit entry is of ${timeText(auditedAt)}, its newest journal of ${timeText(postedAt)}.`,
  );
  console.log("What people did after that is undone. Before partners reach the service, do again:");
  for (const each of DO_AGAIN) console.log(`- ${each}`);
  console.log(`How to find it: docs/backup.md, "Do again what was done in the lost time".`);
  return exitCodes.sound;
}

const timeText = (at: Date | undefined): string => at?.toISOString() ?? "no time";

async function turnOff(address: string | undefined, allowDifference: boolean): Promise<number> {
  const ended = await endRestore(await administratorId(address), { allowDifference });
  if (ended.kind === "refused") {
    console.log("Restore mode stays on:");
    for (const each of ended.obstacles) console.log(`- ${each}`);
    return exitCodes.broken;
  }
  console.log(ended.kind === "ended" ? "Restore mode is off." : "Restore mode was off already.");
  return exitCodes.sound;
}

async function showStatus(): Promise<number> {
  const restore = await findOpenRestore();
  console.log(restore ? `Restore mode is on. ${restoreText(restore)}` : "Restore mode is off.");
  const unread = restore ? await listUnreadIssuers(restore) : [];
  for (const each of unread) console.log(`- ${each}`);
  const unsettled = await listUnsettled();
  for (const each of unsettled) console.log(`- Not in the books: ${foundText(each)}`);
  return restore || unsettled.length > 0 ? exitCodes.broken : exitCodes.sound;
}

/**
 * `npm run restore-mode -- on|status|off`, with the service's environment. Exit code 0 when it is done, or for `status`
 * when the mode is off and every payout is in the books; 1 when something is left to do; 2 when the settings, the email, a
 * node or the database are not good. Source: docs/backup.md
 */
await runCommand(async () => {
  const given = process.argv.slice(2);
  const [step, address, ...more] = given.filter((argument) => argument !== ALLOW_DIFFERENCE);
  const isDifferenceAllowed = given.includes(ALLOW_DIFFERENCE);
  if (more.length > 0 || (isDifferenceAllowed && step !== "off")) throw new Error(USAGE);
  env();
  const work =
    step === "on"
      ? () => turnOn(address)
      : step === "off"
        ? () => turnOff(address, isDifferenceAllowed)
        : step === "status" && address === undefined
          ? showStatus
          : undefined;
  if (!work) throw new Error(USAGE);
  const code = await work();
  await disconnect();
  return code;
}, ITS_OWN_ARGUMENTS);
