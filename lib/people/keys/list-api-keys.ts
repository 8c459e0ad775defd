import type { PersonUseCase } from "@/lib/contract/use-cases";
import { databaseTimeOf } from "@/lib/db/read-clock";
import { paginationOf } from "@/lib/kernel/page";
import type { listApiKeysContract } from "./contract";
import { presentApiKey } from "./present";
import { listApiKeys as findApiKeys, listKeysOfPerson } from "./store";

/**
 * Lists all API keys of the partner, newest first, or only the active keys for which one person is responsible. A key is active for as
 * long as it works: by the clock of the database.
 */
export const listApiKeys: PersonUseCase<typeof listApiKeysContract> = async ({
  partner,
  input,
  at,
}) => {
  const { responsible } = input.query;
  const present = await databaseTimeOf(at);
  const { rows, ...counted } =
    responsible === undefined
      ? await findApiKeys(partner.id, input.query)
      : await listKeysOfPerson(partner.id, responsible, present, input.query);
  const keys = rows.map((row) => presentApiKey(row, present));
  return { keys, pagination: paginationOf(input.query, counted) };
};
