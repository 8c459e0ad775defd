import { Amount } from "./amount";

interface SumProps {
  /** Line by line; the last one is what comes out. */
  lines: readonly (readonly [name: string, value: number])[];
}

/** A small sum that adds up before the eyes. */
export function Sum({ lines }: SumProps) {
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
