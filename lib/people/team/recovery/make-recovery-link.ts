import { databaseTimeOf } from "@/lib/db/read-clock";
import { isUniqueViolation } from "@/lib/db/unique-violation";
import { emailKeyOf } from "@/lib/identity/email-key";
import { runAudited } from "@/lib/kernel/audit-context";
import { now } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { newInvitationLink } from "../invitation-token";
import { COMMAND } from "./command";
import { insertRecovery } from "./sql-store";
import { findByEmail } from "./store";

/** Shorter than an invitation, because the link is used at once. */
const RECOVERY_H = 1;

type RecoveryLink =
  | { kind: "made"; inviteUrl: string; expiresAt: Date }
  /** No account has the email. */
  | { kind: "unknown" }
  /** The email is that of a partner's person: an owner invites them again. */
  | { kind: "partner" }
  /** Another run has made a link at the same moment. */
  | { kind: "raced" }
  /** One of the operator's people whom an administrator can remove and invite again. */
  | { kind: "not_admin"; role: string };

/**
 * Creates a link with which an administrator sets a new password and authenticator, from the command line of the
 * service. The audit entry names the administrator, because nobody is signed in, and all operators get an e-mail. Source:
 * docs/decisions/0026-operators.md, docs/decisions/0107-recovery-of-operators.md
 * @param email an email that `email` of lib/users/fields has accepted
 */
export async function makeRecoveryLink(email: string): Promise<RecoveryLink> {
  const at = await databaseTimeOf(now());
  const person = await findByEmail(emailKeyOf(email));
  if (!person) return { kind: "unknown" };
  if (person.partnerId !== null) return { kind: "partner" };
  if (person.role !== "admin") return { kind: "not_admin", role: person.role };
  const { inviteUrl, tokenHash } = newInvitationLink();
  const expiresAt = new Date(at.getTime() + RECOVERY_H * HOUR_MS);
  const { id: personId } = person;
  const recovery = { id: newId("inv"), personId, tokenHash, createdAt: at, expiresAt };
  const context = {
    personId,
    partnerId: null,
    ...{ action: "operator.recovery_link", targetId: personId, before: null },
    after: { madeBy: COMMAND, expiresAt: expiresAt.toISOString() },
    ...{ ipAddress: null, requestId: newId("req"), at },
  };
  try {
    const isMade = await runAudited(context, () => insertRecovery(recovery));
    return isMade ? { kind: "made", inviteUrl, expiresAt } : { kind: "unknown" };
  } catch (error) {
    // One link of a person is open at a time.
    if (!isUniqueViolation(error)) throw error;
    return { kind: "raced" };
  }
}
