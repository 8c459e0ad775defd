import type { PersonUseCase } from "@/lib/contract/use-cases";
import type { getOwnStatementContract } from "./contract";
import { statementOf } from "./statement-of";

/** Returns the caller's wallet statement of a month. Source: docs/decisions/0076-statements.md */
export const getOwnStatement: PersonUseCase<typeof getOwnStatementContract> = async ({
  partner,
  input,
  at,
}) => {
  const { statement } = await statementOf(partner, input.query.month, at);
  return statement;
};
