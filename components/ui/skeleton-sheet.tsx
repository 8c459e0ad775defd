import type { ReactNode } from "react";
import { Skeleton } from "./skeleton";

const FACTS = 7;

interface SkeletonSheetProps {
  /** What is loading, for screen readers: "Loading card". */
  label: string;
  /** The sheet begins with an amount. */
  hasAmount?: boolean;
  /** What the list's row shows already, in the place where the sheet shows it. */
  children?: ReactNode;
}

/** A placeholder of the content of a sheet while it is loading. */
export function SkeletonSheet({ label, hasAmount = false, children }: SkeletonSheetProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
      {hasAmount && !children && (
        <div className="space-y-4 py-2">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-4 w-56" />
        </div>
      )}
      <div className="divide-y divide-line border-y border-line">
        {Array.from({ length: FACTS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <div key={index} className="flex h-9 items-center justify-between">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-3 w-32" />
          </div>
        ))}
      </div>
    </>
  );
}
