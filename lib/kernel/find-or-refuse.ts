import { type ErrorCode, ServiceError } from "./errors";
import { type IdPrefix, isId } from "./ids";

/**
 * Finds the row of an id that a client sent. A text that is no id of this kind is not looked up: no row has it, and PostgreSQL
 * cannot store every text.
 * @param find looks the id up; undefined when there is no row that the caller may see
 * @throws ServiceError with the code when there is none
 */
export async function findOrRefuse<Row>(
  prefix: IdPrefix,
  id: string,
  code: ErrorCode,
  find: () => Promise<Row | undefined>,
): Promise<Row> {
  const row = isId(prefix, id) ? await find() : undefined;
  if (row === undefined) throw new ServiceError(code);
  return row;
}
