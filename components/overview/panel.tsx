import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

interface PanelProps {
  title: string;
  /** The number of the period, a link to the list of its parts. */
  value: ReactNode;
  href: string;
  /** The change since the period before in words, if there is one. */
  change: string | undefined;
  /** The number of the period before in words; false for a partner who had no activity before. */
  beforeText: string | false;
  /** Whether that number is of the end of the period, not of all its days. */
  isOfEnd?: boolean;
  days: number;
  children?: ReactNode;
}

/** One number of the period with its change since the period before, and what belongs to it. */
export function Panel(props: PanelProps) {
  const { title, value, href, change, beforeText, isOfEnd = false, days, children } = props;
  return (
    <section className="flex min-w-0 flex-col gap-3 rounded-large border border-line p-4">
      <div>
        <h2 className="text-small font-medium text-quiet">{title}</h2>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Link href={href} className="text-[1.375rem] leading-8 font-semibold hover:underline">
            {value}
          </Link>
          {change && (
            <span className="text-small tabular-nums">
              {change}
              <span className="sr-only"> than before</span>
            </span>
          )}
        </p>
        {beforeText !== false && (
          <p className="text-small text-quiet">
            {beforeText} {isOfEnd ? "at the end of" : "in"} the {days} {days === 1 ? "day" : "days"}{" "}
            before
          </p>
        )}
      </div>
      {children}
    </section>
  );
}
