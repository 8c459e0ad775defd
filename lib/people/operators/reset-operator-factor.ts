import type { AdminUseCase } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import { ServiceError } from "@/lib/kernel/errors";
import { mailTransport } from "@/lib/mail/mail-transport";
import { requestSecondAdministrator } from "@/lib/people/admin-requests/request-second-administrator";
import type { resetOperatorFactorContract } from "./contract";
import { findOperatorOf } from "./find-operator-of";

/**
 * Requests that an operator may set a new second factor. Two administrators must agree in every case, because neither may
 * get into the account of another. Source: docs/decisions/0107-recovery-of-operators.md
 */
export const resetOperatorFactor: AdminUseCase<typeof resetOperatorFactorContract> = async (
  context,
) => {
  const { person, input, at } = context;
  await requireSecondFactor(person, input.body.totp, at);
  if (!mailTransport()) throw new ServiceError("MAIL_NOT_CONFIGURED");
  const { id: targetId } = await findOperatorOf(input.params.id, at);
  const request = { kind: "operator_second_factor", targetId, details: {} } as const;
  return { request: await requestSecondAdministrator(context, request) };
};
