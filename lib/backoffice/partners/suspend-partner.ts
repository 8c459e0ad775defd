import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { suspendPartnerContract } from "./contract";
import { setSuspension } from "./set-suspension";

/** Stops a partner's keys and sessions at once; nothing is lost. Source: docs/decisions/0033-suspension.md */
export const suspendPartner: AdminUseCase<typeof suspendPartnerContract> = (context) => {
  const { reason } = context.input.body;
  return setSuspension(context, context.input.params.id, { isSuspended: true, reason });
};
