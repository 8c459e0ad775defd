import { setTimeout as sleep } from "node:timers/promises";
import type { VisitorContext, VisitorUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { emailHashOf } from "@/lib/identity/attempts/email-hash";
import { countSignIn, RESET_SCOPE } from "@/lib/identity/attempts/sql-store";
import { emailKeyOf } from "@/lib/identity/email-key";
import { findCredentials } from "@/lib/identity/store";
import { runAudited } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { newLinkMail } from "@/lib/mail/link-mail";
import type { requestPasswordResetContract } from "./contract";
import { newResetLink } from "./reset-token";
import { insertReset } from "./sql-store";

const VALID_MS = 30 * 60_000;
/** The response comes no earlier, so that its time does not reveal whether the account exists. */
const ANSWER_MS = 500;
/** Three links in a row, then one per 20 minutes; after a third one in a row the next is an hour later. */
const THROTTLE = {
  ...{ scope: RESET_SCOPE, free: 3, lock_s: [3_600] },
  ...{ decay_s: 1_200, is_cleared: false },
};

type Context = VisitorContext<typeof requestPasswordResetContract>;

async function sendLink({ input, requestId, ipAddress, at }: Context): Promise<void> {
  const { url, tokenHash } = newResetLink();
  const mail = newLinkMail(url);
  if (!mail) throw new ServiceError("PASSWORD_RESET_OFF");
  const emailKey = emailKeyOf(input.body.email);
  const lockedUntil = await countSignIn(emailHashOf(emailKey), [THROTTLE], false, at);
  const person = await findCredentials(emailKey);
  if (lockedUntil || !person || person.disabledAt !== null) return;
  const { id: personId, partnerId } = person;
  // Another process may check the link, and the e-mail waits for the clock of the database.
  const createdAt = await databaseTimeOf(at);
  const expiresAt = new Date(createdAt.getTime() + VALID_MS);
  const audit = {
    ...{ personId, partnerId, action: "password.request_reset", targetId: personId },
    ...{ before: null, after: null, ipAddress, requestId, at },
  };
  const reset = { id: newId("rst"), personId, tokenHash, mail, createdAt, expiresAt };
  await runAudited(audit, () => insertReset(reset));
}

/**
 * Sends a person a link to set a new password. The response, and the time until it comes, are the same whether or not an
 * account has the email, and also when too many links were requested. Source: docs/decisions/0093-password-reset.md
 */
export const requestPasswordReset: VisitorUseCase<typeof requestPasswordResetContract> = async (
  context,
) => {
  await Promise.all([sendLink(context), sleep(ANSWER_MS)]);
  return { requested: true };
};
