import { disconnect } from "@/lib/db";
import { env } from "@/lib/kernel/env";
import { inviteFirstAdmin } from "@/lib/people/operators/invite-first-admin";
import { email } from "@/lib/users/fields";
import { exitCodes, runCommand } from "./command.ts";

function readEmail(): string {
  const { success, data } = email.safeParse(process.argv[2]);
  if (success) return data;
  throw new Error("Name an email address: npm run invite-operator -- ada@example.com");
}

/**
 * `npm run invite-operator -- ada@example.com`, with the service's environment: the link by which one of the first two
 * administrators comes in. Exit code 1 when there are two already who came in so, 2 when the settings, the email or the database are not good.
 */
await runCommand(async () => {
  const address = readEmail();
  env();
  const invited = await inviteFirstAdmin(address);
  await disconnect();
  if (!invited) {
    console.error(
      "There are two independent administrators already, or this is the email of an operator. Administrators invite others at /admin/operators.",
    );
    return exitCodes.broken;
  }
  console.log(`${address} becomes an administrator by this link, once, until ${invited.expiresAt.toISOString()}:
${invited.inviteUrl}`);
  return exitCodes.sound;
}, 1);
