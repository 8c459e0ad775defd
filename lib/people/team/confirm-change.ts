import type { SignedInPerson } from "@/lib/contract/person";
import { mayMore, type PartnerRole } from "@/lib/contract/roles";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { ValidationError } from "@/lib/kernel/errors";

interface PersonChange {
  /** The present role. */
  from: PartnerRole;
  /** Null for a removal. */
  to: PartnerRole | null;
  password: string | undefined;
  at: Date;
}

/** Whether a change grants rights that outlive the session, or takes those of an owner, who may have to decide as one of two. */
function needsPassword({ from, to }: Pick<PersonChange, "from" | "to">): boolean {
  return to !== from && (from === "owner" || (to !== null && mayMore(to, from)));
}

/**
 * Checks the password when a change gives a person more rights, or removes or demotes an owner. Other changes take power
 * away and need no password. Source: docs/decisions/0030-step-up-authentication.md
 * @throws ValidationError without a password; ServiceError PASSWORD_INVALID, PASSWORD_LOCKED.
 */
export async function confirmChange(person: SignedInPerson, change: PersonChange): Promise<void> {
  const { from, password, at } = change;
  if (!needsPassword(change)) return;
  if (password === undefined) {
    const reason = from === "owner" ? "for an owner" : "where the role may more than theirs";
    const isNotEmpty = `password should not be empty ${reason}`;
    throw new ValidationError([{ property: "password", constraints: { isNotEmpty } }]);
  }
  await confirmPassword(person, password, at);
}
