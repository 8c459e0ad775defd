import { disconnect } from "@/lib/db";
import { env } from "@/lib/kernel/env";
import { makeRecoveryLink } from "@/lib/people/team/recovery/make-recovery-link";
import { email } from "@/lib/users/fields";
import { exitCodes, runCommand } from "./command.ts";

function readEmail(): string {
  const { success, data } = email.safeParse(process.argv[2]);
  if (success) return data;
  throw new Error("Name an email address: npm run recover-operator -- ada@example.com");
}

type Refused = Exclude<Awaited<ReturnType<typeof makeRecoveryLink>>, { kind: "made" }>;

function refusalText(refused: Refused): string {
  if (refused.kind === "unknown")
    return "Nobody signs in with this email. Use the one that the administrator signs in with.";
  if (refused.kind === "partner")
    return "This email is a partner's. An owner of the partner removes and invites the person again, or an administrator does at /admin/partners.";
  return `This is an operator with the role ${refused.role}. An administrator removes and invites the person again at /admin/operators.`;
}

/**
 * `npm run recover-operator -- ada@example.com`, with the service's environment: the link by which an administrator who
 * lost the password or the authenticator sets new ones. Exit code 1 when the email is no administrator's, 2 when the
 * settings, the email or the database are not good.
 */
await runCommand(async () => {
  const address = readEmail();
  env();
  const link = await makeRecoveryLink(address);
  await disconnect();
  if (link.kind !== "made") {
    console.error(refusalText(link));
    return exitCodes.broken;
  }
  console.log(`By this link ${address} sets a new password and authenticator, once, until ${link.expiresAt.toISOString()}.
All sessions of the account end then. An earlier recovery link no longer works.
${link.inviteUrl}`);
  return exitCodes.sound;
});
