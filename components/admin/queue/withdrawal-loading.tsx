import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { BackToQueue } from "./back-to-queue";

/** The page of a withdrawal while it is loading: the decision and its checks at the left, the amounts at the right. */
export function WithdrawalLoading() {
  return (
    <div className="space-y-6">
      <div className="space-y-1">
        <BackToQueue />
        <PageHeader title="Withdrawal" />
      </div>
      <Skeleton className="h-10 w-60" />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-6">
          <Skeleton className="h-16" />
          <Skeleton className="h-80" />
        </div>
        <div className="space-y-4">
          <SkeletonSheet label="Loading withdrawal" />
        </div>
      </div>
    </div>
  );
}
