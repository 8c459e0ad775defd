import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as reviewWithdrawal } from "@/app/api/admin/withdrawals/[id]/review/route";
import { GET as getWithdrawal } from "@/app/api/admin/withdrawals/[id]/route";
import { GET as listWithdrawals } from "@/app/api/admin/withdrawals/route";
import { queuedQuery, reviewQuery, waitingQuery } from "@/components/admin/queue/queries";
import { WithdrawalScreen } from "@/components/admin/queue/withdrawal-screen";

export const metadata: Metadata = { title: "Withdrawal" };

export default async function WithdrawalPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await requireSignedIn(`/admin/withdrawals/${id}`, new URLSearchParams());
  return (
    <Prefetched
      reads={[
        [queuedQuery(id), getWithdrawal],
        [reviewQuery(id), reviewWithdrawal],
        [waitingQuery, listWithdrawals],
      ]}
    >
      <WithdrawalScreen key={id} id={id} />
    </Prefetched>
  );
}
