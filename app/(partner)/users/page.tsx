import type { Metadata } from "next";
import { GET as listUsers } from "@/app/api/v1/partner/card/users/route";
import { usersQuery } from "@/components/users/queries";
import { UsersScreen } from "@/components/users/users-screen";
import { Prefetched } from "../_server/prefetched";
import { type SearchParams, searchOf } from "../_server/search-of";
import { requireSignedIn } from "../_server/signed-in";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/users", search);
  return (
    <Prefetched reads={[[usersQuery(search), listUsers]]}>
      <UsersScreen />
    </Prefetched>
  );
}
