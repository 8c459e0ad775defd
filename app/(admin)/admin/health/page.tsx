import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getServiceHealth } from "@/app/api/admin/health/route";
import { HealthScreen } from "@/components/admin/health/health-screen";
import { healthQuery } from "@/components/admin/health/queries";

export const metadata: Metadata = { title: "Health" };

export default async function HealthPage() {
  await requireSignedIn("/admin/health", new URLSearchParams());
  return (
    <Prefetched reads={[[healthQuery, getServiceHealth]]}>
      <HealthScreen />
    </Prefetched>
  );
}
