import { forgetAttempts } from "@/lib/identity/attempts/store";
import { emailKeyOf } from "@/lib/identity/email-key";
import { runAudited } from "@/lib/kernel/audit-context";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { queueOperatorNotice } from "@/lib/mail/sql-store";
import { COMMAND } from "./command";
import { findByEmail } from "./store";

/**
 * Clears the failed sign-in attempts of an operator from the command line of the service, for an administrator whom no other
 * one can unlock. The audit entry names the operator, because nobody is signed in, and all operators get an e-mail.
 * Source: docs/decisions/0107-recovery-of-operators.md
 * @param email an email that `email` of lib/users/fields has accepted
 */
export async function unlockByCommand(email: string): Promise<"done" | "unknown" | "partner"> {
  const at = now();
  const person = await findByEmail(emailKeyOf(email));
  if (!person) return "unknown";
  if (person.partnerId !== null) return "partner";
  const { id: personId, name, email: address } = person;
  const context = {
    personId,
    partnerId: null,
    ...{ action: "operator.unlock", targetId: personId, before: null, after: { madeBy: COMMAND } },
    ...{ ipAddress: null, requestId: newId("req"), at },
  };
  const data = { step: "unlocked", name, email: address, madeBy: null, at: at.toISOString() };
  await runAudited(context, () =>
    forgetAttempts(personId, (db) =>
      queueOperatorNotice(db, { kind: "operator_recovery", data, at }),
    ),
  );
  return "done";
}
