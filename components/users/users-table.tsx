"use client";

import { type Column, DataTable } from "@/components/ui/data-table";
import { Pagination } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import type { SheetRows } from "@/components/ui/use-sheet";
import type { ApiData } from "@/lib/api/client/types";
import type { User } from "./queries";
import { UserState } from "./user-state";

/** The name of the reader's choice of columns. */
export const LIST = "users";

export const COLUMNS: readonly Column<User>[] = [
  {
    name: "Name",
    sorts: ["name"],
    cell: ({ firstName, lastName }) => (
      <span className="line-clamp-1 break-all sm:min-w-40">
        {firstName} {lastName}
      </span>
    ),
  },
  {
    name: "Email",
    sorts: ["email"],
    isFolded: true,
    cell: ({ email }) => <span className="line-clamp-1 break-all">{email}</span>,
  },
  { name: "Verification", width: "w-36", cell: ({ status }) => <UserState status={status} /> },
  {
    name: "Program",
    width: "w-36",
    isFolded: true,
    isSpare: true,
    cell: ({ program }) => (program === "custodial" ? "Custodial" : "Non-custodial"),
  },
  {
    name: "Created",
    width: "w-28",
    sorts: ["newest", "oldest"],
    isFolded: true,
    isNumber: true,
    cell: ({ createdAt }) => <Time instant={createdAt} />,
  },
];

interface UsersTableProps extends SheetRows {
  page: ApiData<"listUsers">;
  isStale: boolean;
}

/** The table of users with its pagination. */
export function UsersTable({ page, ...rest }: UsersTableProps) {
  return (
    <>
      <DataTable
        label="Users"
        list={LIST}
        columns={COLUMNS}
        rows={page.users}
        keyOf={({ serviceId }) => serviceId}
        note={({ email }) => <span className="block truncate">{email}</span>}
        {...rest}
      />
      <Pagination {...page.pagination} />
    </>
  );
}
