import type { AdminUseCase } from "@/lib/contract/use-cases";
import type { listOperatorsContract } from "./contract";
import { presentOperator, presentOperatorInvitation } from "./present";
import { listOperators as findOperators } from "./sql-store";
import { listOperatorInvitations } from "./store";

/** Lists the operator's people and the open invitations. */
export const listOperators: AdminUseCase<typeof listOperatorsContract> = async ({ person, at }) => {
  const [operators, invitations] = await Promise.all([
    findOperators(at),
    listOperatorInvitations(at),
  ]);
  return {
    operators: operators.map((row) => presentOperator(row, person.id)),
    invitations: invitations.map(presentOperatorInvitation),
  };
};
