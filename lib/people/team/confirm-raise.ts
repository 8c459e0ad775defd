import { mayMore, type PartnerRole } from "@/lib/contract/roles";
import type { PersonContext } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { ValidationError } from "@/lib/kernel/errors";
import type { changeRoleContract } from "./contract";

/**
 * Checks the password when the new role has more rights than the present one, because the new rights outlive the
 * session. A change that removes rights needs no password. Source: docs/decisions/0030-asked-again.md
 * @throws ValidationError without a password; ServiceError PASSWORD_INVALID, PASSWORD_LOCKED.
 */
export async function confirmRaise(
  { person, input, at }: PersonContext<typeof changeRoleContract>,
  current: PartnerRole,
): Promise<void> {
  const { role, password } = input.body;
  if (!mayMore(role, current)) return;
  if (password === undefined) {
    const isNotEmpty = "password should not be empty where the role may more than theirs";
    throw new ValidationError([{ property: "password", constraints: { isNotEmpty } }]);
  }
  await confirmPassword(person, password, at);
}
