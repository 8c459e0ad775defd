import { OPERATOR_ROLES, PARTNER_ROLES, type Role } from "@/lib/contract/roles";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { approvalsCountFrom } from "./approvals-count-from";
import { emailKeyOf } from "./email-key";
import { MIN_PASSWORD_CHARACTERS } from "./fields";
import { hashPassword } from "./passwords/password";
import { refuseWeakPassword } from "./passwords/refuse-weak-password";
import { newTotpSecret } from "./second-factor/totp";
import { insertPerson, type RunSql } from "./sql-store";

interface NewPerson {
  /** Omitted for people of the operator. */
  partnerId?: string;
  email: string;
  name: string;
  role: Role;
  password: string;
  withTotp: boolean;
  /** Default: now. */
  createdAt?: Date;
}

/**
 * Creates a person who can sign in. Only the return value contains the secret of the second factor, in base32. For a
 * person of the operator, `run` must use the login of the database's owner: the application itself creates operators
 * only by invitation.
 * @throws if the role does not fit the side (partner or operator), a person of the operator would have no second
 * factor, the password is short or easy to guess, or the email is taken.
 */
export async function createPerson(
  person: NewPerson,
  run?: RunSql,
): Promise<{ personId: string; totpSecret?: string }> {
  const { partnerId = null, email, name, role, password, withTotp, createdAt = now() } = person;
  const roles: readonly Role[] = partnerId === null ? OPERATOR_ROLES : PARTNER_ROLES;
  if (!roles.includes(role)) throw new Error(`${role} is not one of ${roles.join(", ")}`);
  if (partnerId === null && !withTotp)
    throw new Error("the operator's people sign in with a second factor");
  if (password.length < MIN_PASSWORD_CHARACTERS)
    throw new Error(`a password has at least ${MIN_PASSWORD_CHARACTERS} characters`);
  refuseWeakPassword("password", password, email);
  const personId = newId("prs");
  const totp = withTotp ? newTotpSecret({ personId, partnerId }) : undefined;
  const row = {
    id: personId,
    partnerId,
    email: email.trim(),
    emailKey: emailKeyOf(email),
    name,
    role,
    passwordHash: await hashPassword(password),
    totpSecretSealed: totp?.sealed ?? null,
    approvesFrom: partnerId === null ? approvalsCountFrom(createdAt) : null,
    createdAt,
  };
  await insertPerson(row, run);
  return { personId, ...(totp ? { totpSecret: totp.secret } : {}) };
}
