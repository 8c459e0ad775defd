import type { AdminUseCase } from "@/lib/contract/use-cases";
import { requireSecondFactor } from "@/lib/identity/second-factor/require-second-factor";
import type { resumePartnerContract } from "./contract";
import { setSuspension } from "./set-suspension";

/** Ends the suspension of a partner: its keys and sessions work again. Source: docs/decisions/0033-suspension.md */
export const resumePartner: AdminUseCase<typeof resumePartnerContract> = async (context) => {
  const { person, input, at } = context;
  await requireSecondFactor(person, input.body.totp, at);
  return setSuspension(context, input.params.id, { isSuspended: false });
};
