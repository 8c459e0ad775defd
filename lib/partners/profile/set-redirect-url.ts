import type { UseCase } from "@/lib/contract/use-cases";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { describeAudit } from "@/lib/kernel/audit-context";
import type { setRedirectUrlContract } from "./contract";
import { changeRedirectUrl } from "./store";

/** Sets the URL to which users return after verification. Source: spec: Set Redirect URL. */
export const setRedirectUrl: UseCase<typeof setRedirectUrlContract> = async ({
  partner,
  input,
}) => {
  describeAudit({ after: input.body });
  await changeRedirectUrl(partner.id, input.body.redirectUrl);
  callerCache().forget();
  return { redirectUrl: input.body.redirectUrl };
};
