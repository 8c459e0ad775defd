import type { Metadata } from "next";
import { Public } from "@/app/_server/public";
import { StatusScreen } from "@/components/status/status-screen";
import { env } from "@/lib/kernel/env";
import { currentStatus } from "@/lib/operations/status/read-status";

export const metadata: Metadata = { title: "Status" };

/** Public: the status consists of states only. Source: docs/decisions/0082-status-page.md */
export default async function StatusPage() {
  return (
    <Public width="wide">
      <StatusScreen status={await currentStatus()} supportEmail={env().SUPPORT_EMAIL} />
    </Public>
  );
}
