import { classNames } from "./class-names";

/** A placeholder of a line or block while it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("block animate-pulse rounded-small bg-line/60", className)}
    />
  );
}

/** A placeholder of a list while it is loading. */
export function SkeletonRows({ count = 8, label }: { count?: number; label: string }) {
  return (
    <div role="status" className="divide-y divide-line border-y border-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={index} className="flex h-10 items-center gap-4">
          <Skeleton className="h-3 w-1/4" />
          <Skeleton className="h-3 w-1/3" />
          <Skeleton className="ml-auto h-3 w-16" />
        </div>
      ))}
    </div>
  );
}
