import type { ReactNode } from "react";

/** A list of names and values. Names without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-small">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== false)
        .map(([name, value]) => (
          <div key={name} className="flex min-h-9 items-center justify-between gap-4 py-1.5">
            <dt className="shrink-0 text-quiet">{name}</dt>
            <dd className="min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
