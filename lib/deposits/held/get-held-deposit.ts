import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { getHeldDepositContract } from "./contract";
import { findDeposit } from "./find-deposit";
import { presentHeldDeposit } from "./present";

/** Returns a deposit that is or was held. */
export const getHeldDeposit: AdminUseCase<typeof getHeldDepositContract> = async ({ input }) =>
  presentHeldDeposit(await findDeposit(input.params.id));
