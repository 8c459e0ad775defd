import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listPeople } from "@/app/api/v1/partner/people/route";
import { peopleQuery } from "@/components/settings/queries";
import { TeamScreen } from "@/components/settings/team-screen";

export const metadata: Metadata = { title: "Team" };

export default async function TeamPage() {
  await requireSignedIn("/settings", new URLSearchParams());
  return (
    <Prefetched reads={[[peopleQuery, listPeople]]}>
      <TeamScreen />
    </Prefetched>
  );
}
