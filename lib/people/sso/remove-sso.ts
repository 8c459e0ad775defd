import type { PersonUseCase } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { removeSsoContract } from "./contract";
import { deleteConnection, findConnection } from "./store";

/** Removes the identity provider after step-up authentication with the password; passwords are allowed again. */
export const removeSso: PersonUseCase<typeof removeSsoContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  await confirmPassword(person, input.body.password, at);
  const former = await findConnection(partner.id);
  if (!former) throw new ServiceError("SSO_NOT_SET");
  const { id, issuer, isOnly } = former;
  describeAudit({ targetId: id, before: { issuer, isOnly }, after: null });
  if (!(await deleteConnection(partner.id))) throw new ServiceError("SSO_NOT_SET");
  return { removed: true };
};
