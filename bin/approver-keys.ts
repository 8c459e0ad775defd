import { disconnect } from "@/lib/db";
import { env } from "@/lib/kernel/env";
import { listApproverKeys } from "@/lib/people/passkeys/list-approver-keys";
import { exitCodes, runCommand } from "./command.ts";

/**
 * `npm run --silent approver-keys`, with the service's environment: the passkeys of administrators and approvers as the
 * setting APPROVER_KEYS on stdout, and what to compare on stderr. Exit code 1 when there is none. Source: docs/custody.md
 */
await runCommand(async () => {
  env();
  const keys = await listApproverKeys();
  await disconnect();
  if (keys.length === 0) {
    console.error(
      "No administrator or approver has a passkey. Each adds one at /admin/account, then run this again.",
    );
    return exitCodes.broken;
  }
  for (const { email, name, fingerprint, createdAt } of keys)
    console.error(`${email}: ${name}, added ${createdAt.toISOString()}, ${fingerprint}`);
  console.error(
    "Ask each approver, by telephone or in person, for the fingerprint that their account shows, and remove what differs.",
  );
  console.log(
    `APPROVER_KEYS=${keys.map(({ email, fingerprint }) => `${email}=${fingerprint}`).join(",")}`,
  );
  return exitCodes.sound;
});
