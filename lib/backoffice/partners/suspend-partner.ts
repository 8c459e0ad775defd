import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { suspendPartnerContract } from "./contract";
import { setSuspension } from "./set-suspension";

/**
 * Suspends a partner: its keys and sessions are refused at once, and no data is lost. Source:
 * docs/decisions/0033-suspension.md
 */
export const suspendPartner: AdminUseCase<typeof suspendPartnerContract> = (context) => {
  const { reason } = context.input.body;
  return setSuspension(context, context.input.params.id, { isSuspended: true, reason });
};
