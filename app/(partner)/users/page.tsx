import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listUsers } from "@/app/api/v1/partner/card/users/route";
import { usersQuery } from "@/components/users/queries";
import { UsersScreen } from "@/components/users/users-screen";

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
