import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { rejectWithdrawalContract } from "./contract";
import { decideWithdrawal } from "./decide-withdrawal";

/** Rejects a pending withdrawal; its amount is available again at once. Source: spec: Wallet withdrawal. */
export const rejectWithdrawal: AdminUseCase<typeof rejectWithdrawalContract> = ({
  input,
  ...context
}) =>
  decideWithdrawal({
    ...context,
    action: "reject",
    withdrawalId: input.params.id,
    totp: input.body.totp,
    reason: input.body.reason,
  });
