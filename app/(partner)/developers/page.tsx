import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listApiKeys } from "@/app/api/v1/partner/keys/route";
import { KeysScreen } from "@/components/developers/keys-screen";
import { apiKeysQuery } from "@/components/developers/queries";
import { env } from "@/lib/kernel/env";

export const metadata: Metadata = { title: "Developers" };

export default async function DevelopersPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  const { role } = await requireSignedIn("/developers", search);
  return (
    <Prefetched reads={role === "viewer" ? [] : [[apiKeysQuery(search), listApiKeys]]}>
      <KeysScreen baseUrl={env().BASE_URL} />
    </Prefetched>
  );
}
