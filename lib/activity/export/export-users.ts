import type { PersonContext } from "@/lib/contract/use-cases";
import { findIsBroad } from "@/lib/db/find-is-broad";
import { readBatches } from "@/lib/db/read-batches";
import { LISTED_COLUMNS, type ListedUserRow } from "@/lib/users/store";
import { collectedOfPartner, usersFound } from "@/lib/users/user-list";
import type { exportUsersContract } from "./contract";
import { type Column, exportCsv } from "./export-csv";

const COLUMNS: readonly Column<ListedUserRow>[] = [
  { name: "User ID", text: ({ id }) => id },
  { name: "Created", instant: ({ createdAt }) => createdAt },
  { name: "First name", text: ({ firstName }) => firstName },
  { name: "Last name", text: ({ lastName }) => lastName },
  { name: "Email", text: ({ email }) => email },
  { name: "Status", text: ({ status }) => status },
  { name: "Program", text: ({ program }) => program },
];

/** Exports the users that match the filters. */
export async function exportUsers({
  partner,
  input,
  at,
}: PersonContext<typeof exportUsersContract>): Promise<Response> {
  const { timeZone, ...filters } = input.query;
  const isBroadSearch = await findIsBroad(collectedOfPartner(partner.id, filters.search));
  const list = usersFound(partner.id, LISTED_COLUMNS, filters, isBroadSearch);
  const batches = readBatches<ListedUserRow>(list);
  return exportCsv({ name: "users", columns: COLUMNS, batches, timeZone, at });
}
