import type { PersonUseCase } from "@/lib/contract/use-cases";
import { confirmPassword } from "@/lib/identity/passwords/confirm-password";
import { describeAudit } from "@/lib/kernel/audit-context";
import { ServiceError } from "@/lib/kernel/errors";
import type { setSsoOnlyContract } from "./contract";
import { readSso } from "./get-sso";
import { findConnection, saveOnly } from "./store";

const NOT_READY = {
  untried:
    "Sign in with single sign-on once before you require it. The last change has not been tried yet.",
  unguarded:
    "Name an owner with two-factor authentication for break-glass access: otherwise nobody could sign in while the identity provider is down.",
} as const;

/**
 * Makes single sign-on the only way in for the partner's people, or allows passwords again, after step-up authentication
 * with the password. The connection must have been used, and an owner must be able to sign in without it. Source: docs/decisions/0108-single-sign-on.md
 */
export const setSsoOnly: PersonUseCase<typeof setSsoOnlyContract> = async ({
  partner,
  person,
  input,
  at,
}) => {
  const { isOnly, breakGlassPersonIds, version, password } = input.body;
  await confirmPassword(person, password, at);
  const connection = await findConnection(partner.id);
  if (!connection) throw new ServiceError("SSO_NOT_SET");
  const breakGlass = [...new Set(breakGlassPersonIds)];
  describeAudit({
    targetId: connection.id,
    before: { isOnly: connection.isOnly, breakGlassPersonIds: connection.breakGlass },
    after: { isOnly, breakGlassPersonIds: breakGlass },
  });
  const outcome = await saveOnly(partner.id, { isOnly, breakGlass, onlySetAt: at }, version);
  if (outcome === "untried" || outcome === "unguarded")
    throw new ServiceError("SSO_ONLY_NOT_READY", { text: NOT_READY[outcome] });
  if (outcome === "changed") throw new ServiceError("SSO_CHANGED");
  if (outcome === "gone") throw new ServiceError("SSO_NOT_SET");
  return readSso(partner.id);
};
