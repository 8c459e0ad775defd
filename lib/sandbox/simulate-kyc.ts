import type { UseCase } from "@/lib/contract/use-cases";
import { now } from "@/lib/kernel/clock";
import { ServiceError, ValidationError } from "@/lib/kernel/errors";
import { commit } from "@/lib/ledger";
import { findUserOf } from "@/lib/users/find-user-of";
import { newSession } from "@/lib/users/kyc/new-session";
import { recordOutcome } from "@/lib/users/kyc/record-outcome";
import type { UserRow } from "@/lib/users/store";
import type { simulateKycContract } from "./contract";

/** Unknown codes are accepted: providers add some, and partners test how they handle them. */
const DENIAL_CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

function readCodes(reason: string | undefined): string[] {
  const codes = reason?.split(",").map((code) => code.trim()) ?? [];
  if (codes.every((code) => DENIAL_CODE.test(code))) return codes;
  const text = "reason must be denial codes separated by commas, such as WRONG_USER_REGION";
  throw new ValidationError([{ property: "reason", constraints: { isDenialCode: text } }]);
}

/** Returns the open check of a user; creates one when there is none, as when a provider reviews a person again. */
async function checkOf({ id, partnerId, kycSessionId }: UserRow, at: Date): Promise<string> {
  if (kycSessionId !== null) return kycSessionId;
  const session = newSession({ userId: id, partnerId, at });
  await commit({ insert: { kyc_sessions: [session.row] } });
  return session.id;
}

/**
 * Applies an outcome of the identity check like the provider would, from any status. Each call is a separate outcome:
 * when another outcome ended the same check first, a new check is created. Source: design 8; spec: User KYC.
 */
export const simulateKyc: UseCase<typeof simulateKycContract> = async ({ partner, input }) => {
  const { status, reason } = input.body;
  const codes = status === "denied" ? readCodes(reason) : [];
  for (;;) {
    const at = now();
    const user = await findUserOf(partner.id, input.params.serviceId);
    const sessionId = await checkOf(user, at);
    const outcome = await recordOutcome({ sessionId, status, codes, decidedAt: at });
    if (!outcome) throw new ServiceError("USER_NOT_FOUND");
    if (outcome.recorded) return { serviceId: outcome.serviceId, status: outcome.status };
  }
};
