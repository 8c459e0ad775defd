import { Skeleton } from "./skeleton";

/** A placeholder of a list whose rows have two lines of text, while it is loading. */
export function SkeletonTwoLines({ count = 8, label }: { count?: number; label: string }) {
  return (
    <div role="status" className="divide-y divide-line border-y border-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className="flex h-14 items-center gap-4">
          <span className="w-1/2 space-y-2">
            <Skeleton className="h-3 w-1/2" />
            <Skeleton className="h-3" />
          </span>
          <Skeleton className="ml-auto h-3 w-16" />
        </div>
      ))}
    </div>
  );
}
