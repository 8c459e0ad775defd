import type { AdminUseCase } from "@/lib/http/admin-route";
import type { resumePartnerContract } from "./contract";
import { setSuspension } from "./set-suspension";

/** Lets a suspended partner's keys and sessions work again. Source: issue 6, Partners. */
export const resumePartner: AdminUseCase<typeof resumePartnerContract> = (context) =>
  setSuspension(context, context.input.params.id, { isSuspended: false });
