import type { AdminUseCase } from "@/lib/contract/use-cases";
import { partnerName } from "../partner-name";
import type { getStatementContract } from "./contract";
import { statementOf } from "./statement-of";

/**
 * Returns a partner's wallet statement of a month to operators. Source: docs/books.md.
 * @throws ServiceError PARTNER_NOT_FOUND
 */
export const getStatement: AdminUseCase<typeof getStatementContract> = async ({ input, at }) => {
  const partner = { id: input.params.id, name: await partnerName(input.params.id) };
  const { statement } = await statementOf(partner, input.query.month, at);
  return statement;
};
