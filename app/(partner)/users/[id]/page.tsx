import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listUserCards } from "@/app/api/v1/partner/card/users/[serviceId]/cards/route";
import { GET as getUser } from "@/app/api/v1/partner/card/users/[serviceId]/route";
import { GET as listUsers } from "@/app/api/v1/partner/card/users/route";
import { GET as getUserVerification } from "@/app/api/v1/partner/users/[serviceId]/verification/route";
import {
  userCardsQuery,
  userQuery,
  usersQuery,
  userVerificationQuery,
} from "@/components/users/queries";
import { UsersScreen } from "@/components/users/users-screen";

export const metadata: Metadata = { title: "User" };

interface UserPageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function UserPage({ params, searchParams }: UserPageProps) {
  const { id } = await params;
  const search = await searchOf(searchParams);
  await requireSignedIn(`/users/${id}`, search);
  return (
    <Prefetched
      reads={[
        [usersQuery(search), listUsers],
        [userQuery(id), getUser],
        [userVerificationQuery(id), getUserVerification],
        [userCardsQuery(id), listUserCards],
      ]}
    >
      <UsersScreen />
    </Prefetched>
  );
}
