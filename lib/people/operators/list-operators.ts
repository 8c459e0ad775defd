import type { AdminUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import type { listOperatorsContract } from "./contract";
import { presentOperator, presentOperatorInvitation } from "./present";
import { listOperators as findOperators } from "./sql-store";
import { listOperatorInvitations } from "./store";

/** Lists the operator's people and the open invitations. */
export const listOperators: AdminUseCase<typeof listOperatorsContract> = async ({ person, at }) => {
  const present = await databaseTimeOf(at);
  const [operators, invitations] = await Promise.all([
    findOperators(present),
    listOperatorInvitations(present),
  ]);
  return {
    operators: operators.map((row) => presentOperator(row, person.id)),
    invitations: invitations.map(presentOperatorInvitation),
  };
};
