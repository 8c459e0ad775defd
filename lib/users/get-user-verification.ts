import type { PersonUseCase } from "@/lib/contract/use-cases";
import { findOrRefuse } from "@/lib/kernel/find-or-refuse";
import { adviceFor } from "@/lib/users/kyc/denial-codes";
import type { getUserVerificationContract } from "./contract";
import { findUserVerification, type VerificationAttempt } from "./store";

const timeOf = (instant: string) => new Date(instant).toISOString();

function presentAttempt({
  createdAt,
  openedAt,
  completedAt,
  expiresAt,
  outcome,
}: VerificationAttempt) {
  return {
    createdAt: timeOf(createdAt),
    ...(openedAt !== null && { openedAt: timeOf(openedAt) }),
    ...(completedAt !== null && { completedAt: timeOf(completedAt) }),
    expiresAt: timeOf(expiresAt),
    ...(outcome !== null && { outcome }),
  };
}

function presentCode(code: string) {
  const [advice] = adviceFor(code);
  return { code, ...(advice !== undefined && { advice }) };
}

/** Returns the denial codes of the user's last outcome, unless it was an approval, and the newest attempts. */
export const getUserVerification: PersonUseCase<typeof getUserVerificationContract> = async ({
  partner,
  input,
}) => {
  const { serviceId } = input.params;
  const found = await findOrRefuse("usr", serviceId, "USER_NOT_FOUND", () =>
    findUserVerification(partner.id, serviceId),
  );
  const codes = (found.reason ?? "").split(",").map((code) => code.trim());
  return {
    denialCodes: codes.filter((code) => code !== "").map(presentCode),
    attempts: found.attempts.map(presentAttempt),
  };
};
