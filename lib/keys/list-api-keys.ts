import type { PersonUseCase } from "@/lib/http/person-route";
import { paginationOf } from "@/lib/page";
import type { listApiKeysContract } from "./contract";
import { presentApiKey } from "./present";
import { listApiKeys as findApiKeys } from "./store";

/** The partner's keys, newest first, those that have ended too. */
export const listApiKeys: PersonUseCase<typeof listApiKeysContract> = async ({
  partner,
  input,
  at,
}) => {
  const { rows, total } = await findApiKeys(partner.id, input.query);
  const keys = rows.map((row) => presentApiKey(row, at));
  return { keys, pagination: paginationOf(input.query, total) };
};
