import { Amount } from "./amount";
import { Skeleton } from "./skeleton";

interface SumProps {
  /** The lines of the sum; the last one is the total. Undefined until the values are known. */
  lines: readonly (readonly [name: string, value: number])[] | undefined;
  /** The values are not available now. */
  isMissing?: boolean;
}

/** A small sum, line by line with its total. */
export function Sum({ lines, isMissing = false }: SumProps) {
  if (!lines && isMissing)
    return (
      <p className="text-small text-quiet">
        The total could not be calculated. Your usual fees apply.
      </p>
    );
  if (!lines) return <Skeleton className="h-28" />;
  return (
    <dl className="rounded-large bg-sunken px-3 py-2 text-small" aria-live="polite">
      {lines.map(([name, value], index) => (
        <div
          key={name}
          className={`flex justify-between gap-4 py-0.5 ${index === lines.length - 1 ? "mt-1 border-t border-line pt-1.5 font-medium" : ""}`}
        >
          <dt>{name}</dt>
          <dd className={value < 0 && index === lines.length - 1 ? "text-failed" : undefined}>
            <Amount value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
