import { ServiceError, ValidationError } from "@/lib/errors";
import type { UseCase } from "@/lib/http/partner-route";
import { commit } from "@/lib/ledger";
import type { simulateKycContract } from "@/lib/sandbox/contract";
import { findUserOf } from "@/lib/users/find-user-of";
import { isDenialCode } from "./denial-codes";
import { newSession } from "./new-session";
import { recordOutcome } from "./record-outcome";

function readCodes(reason: string | undefined): string[] {
  const codes = reason?.split(",").map((code) => code.trim()) ?? [];
  const unknown = codes.filter((code) => !isDenialCode(code));
  if (unknown.length === 0) return codes;
  const text = "reason must be denial codes separated by commas, such as WRONG_USER_REGION";
  throw new ValidationError([{ property: "reason", constraints: { isDenialCode: text } }]);
}

/**
 * An outcome as the provider would send it, from any state. A user whose check is closed gets a check of its own for
 * it, as when a provider looks at somebody again. Source: design 8; spec, User KYC.
 */
export const simulateKyc: UseCase<typeof simulateKycContract> = async ({ partner, input, at }) => {
  const { status, reason } = input.body;
  const codes = status === "denied" ? readCodes(reason) : [];
  const user = await findUserOf(partner.id, input.params.serviceId);
  let sessionId = user.kycSessionId;
  if (sessionId === null) {
    const session = newSession({ userId: user.id, partnerId: partner.id, at });
    await commit({ insert: { kyc_sessions: [session.row] } });
    sessionId = session.id;
  }
  const recorded = await recordOutcome({ sessionId, status, codes, decidedAt: at });
  if (!recorded) throw new ServiceError("USER_NOT_FOUND");
  return { serviceId: recorded.serviceId, status: recorded.status };
};
