import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { adminGetWithdrawalContract } from "./contract";
import { findWithdrawal } from "./find-withdrawal";
import { presentAdminWithdrawal } from "./present";

/** Returns a withdrawal of any partner. */
export const getWithdrawal: AdminUseCase<typeof adminGetWithdrawalContract> = async ({ input }) =>
  presentAdminWithdrawal(await findWithdrawal(input.params.id));
