import { OverviewLoading } from "@/components/overview/overview-loading";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <div className="space-y-6">
      <Skeleton className="h-11 w-40" />
      <OverviewLoading label="Loading the page" />
    </div>
  );
}
