import { disconnect } from "@/lib/db";
import { env } from "@/lib/kernel/env";
import { makeRecoveryLink } from "@/lib/people/team/recovery/make-recovery-link";
import { unlockByCommand } from "@/lib/people/team/recovery/unlock-by-command";
import { email } from "@/lib/users/fields";
import { exitCodes, ITS_OWN_ARGUMENTS, runCommand } from "./command.ts";

const UNLOCK = "--unlock";

function readArguments(): { address: string; isUnlock: boolean } {
  const given = process.argv.slice(2);
  const isUnlock = given.includes(UNLOCK);
  const [address, ...others] = given.filter((argument) => argument !== UNLOCK);
  const { success, data } = email.safeParse(address);
  if (success && others.length === 0) return { address: data, isUnlock };
  throw new Error(
    "Name an email address: npm run recover-operator -- ada@example.com, and --unlock to only clear failed sign-ins",
  );
}

type Refused = Exclude<Awaited<ReturnType<typeof makeRecoveryLink>>, { kind: "made" }>;

function refusalText(refused: Refused): string {
  if (refused.kind === "unknown")
    return "Nobody signs in with this email. Use the one that the administrator signs in with.";
  if (refused.kind === "partner")
    return "This email is a partner's. An owner of the partner removes and invites the person again, or an administrator does at /admin/partners.";
  if (refused.kind === "raced")
    return "Another run of this command made a link for this person at the same moment. Use that link, or run the command again: its link replaces that one.";
  return `This is an operator with the role ${refused.role}. An administrator removes and invites the person again at /admin/operators.`;
}

async function unlock(address: string): Promise<number> {
  const outcome = await unlockByCommand(address);
  await disconnect();
  if (outcome !== "done") {
    console.error(refusalText({ kind: outcome }));
    return exitCodes.broken;
  }
  console.log(`${address} can sign in again.
All operators are notified by e-mail, where the service sends any.`);
  return exitCodes.sound;
}

/**
 * `npm run recover-operator -- ada@example.com`, with the service's environment: the link by which an administrator who
 * lost the password or the authenticator sets new ones. Exit code 1 when the email is no administrator's, 2 when the
 * settings, the email or the database are not good. With `--unlock` it only clears the failed sign-in attempts of an operator.
 */
await runCommand(async () => {
  const { address, isUnlock } = readArguments();
  env();
  if (isUnlock) return unlock(address);
  const link = await makeRecoveryLink(address);
  await disconnect();
  if (link.kind !== "made") {
    console.error(refusalText(link));
    return exitCodes.broken;
  }
  console.log(`By this link ${address} sets a new password and authenticator, once, until ${link.expiresAt.toISOString()}.
All sessions of the account end then. An earlier recovery link no longer works.
All operators are notified by e-mail, where the service sends any.
${link.inviteUrl}`);
  return exitCodes.sound;
}, ITS_OWN_ARGUMENTS);
