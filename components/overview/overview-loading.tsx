import { Skeleton } from "@/components/ui/skeleton";
import { SkeletonTwoLines } from "@/components/ui/skeleton-two-lines";

const PANELS = ["spend", "approvals", "declines", "cards"];

/** The overview while it is loading: each part in the place and the size that it will have. */
export function OverviewLoading({ label = "Loading the overview" }) {
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="min-w-0 space-y-8">
        <div className="space-y-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-9 w-60" />
        </div>
        <div className="space-y-4">
          <Skeleton className="h-8 w-72" />
          <div className="grid gap-4 sm:grid-cols-2">
            {PANELS.map((panel) => (
              <Skeleton key={panel} className="h-76" />
            ))}
          </div>
        </div>
      </div>
      <div className="space-y-8">
        <SkeletonTwoLines count={3} label={label} />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    </div>
  );
}
