import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listApiKeys } from "@/app/api/v1/partner/keys/route";
import { KeysScreen } from "@/components/developers/keys-screen";
import { apiKeysQuery } from "@/components/developers/queries";
import { env } from "@/lib/kernel/env";

export const metadata: Metadata = { title: "Developers" };

export default async function DevelopersPage() {
  const { role } = await requireSignedIn("/developers", new URLSearchParams());
  return (
    <Prefetched reads={role === "viewer" ? [] : [[apiKeysQuery, listApiKeys]]}>
      <KeysScreen baseUrl={env().BASE_URL} />
    </Prefetched>
  );
}
