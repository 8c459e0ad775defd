import type { ReactNode } from "react";
import type { Total } from "@/lib/kernel/page";

interface PageHeaderProps {
  title: string;
  /** The number of items. */
  count?: number | Total | undefined;
  actions?: ReactNode;
}

/** Formats the length of a list: `1,204`, or `10,000+` for one that was counted up to there. */
export function totalText({ total, hasMoreThanTotal }: Total): string {
  return `${total.toLocaleString("en-US")}${hasMoreThanTotal ? "+" : ""}`;
}

/** The title of a page and its main action. */
export function PageHeader({ title, count, actions }: PageHeaderProps) {
  return (
    <header className="flex min-h-11 flex-wrap items-center justify-between gap-3">
      <h1 tabIndex={-1} data-page={title} className="text-large font-semibold">
        {title}{" "}
        {count !== undefined && (
          <span className="ml-2 text-body font-normal text-quiet tabular-nums">
            {totalText(typeof count === "number" ? { total: count } : count)}
          </span>
        )}
      </h1>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
