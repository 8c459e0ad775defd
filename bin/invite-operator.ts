import { disconnect } from "@/lib/db";
import { env } from "@/lib/env";
import { inviteFirstAdmin } from "@/lib/operators/invite-first-admin";
import { email } from "@/lib/users/fields";

/**
 * `npm run invite-operator -- ada@example.com`, with the service's environment: the link by which the first administrator
 * comes in. Exit code 1 when one stands already, 2 when the settings or the e-mail are not good.
 */
const { success, data } = email.safeParse(process.argv[2]);
if (!success) {
  console.error("Name an e-mail address: npm run invite-operator -- ada@example.com");
  process.exit(2);
}
try {
  env();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
const invited = await inviteFirstAdmin(data).catch((error) => {
  console.error(`The link could not be made: ${error instanceof Error ? error.message : error}`);
  console.error("Is DATABASE_URL right, and has the database every migration (npm run migrate)?");
  process.exit(1);
});
await disconnect();
if (!invited) {
  console.error("An administrator stands already, who invites others at /admin/operators.");
  process.exit(1);
}
console.log(`${data} becomes the first administrator by this link, once, until ${invited.expiresAt.toISOString()}:
${invited.inviteUrl}`);
