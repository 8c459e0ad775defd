import type { ReactNode } from "react";
import { classNames } from "./class-names";

interface ListPageProps {
  /** The detail that is open beside the list. */
  sheet?: ReactNode;
  children: ReactNode;
}

/** A list with an open detail beside it. On a phone the detail covers the list, which keeps its scroll position. */
export function ListPage({ sheet, children }: ListPageProps) {
  const isOpen = sheet !== undefined && sheet !== null && sheet !== false;
  return (
    <>
      <div
        data-sheet={isOpen ? "" : undefined}
        className={classNames(
          "group/page space-y-4",
          isOpen && "max-sm:invisible xl:mr-[27rem] xl:pr-2",
        )}
      >
        {children}
      </div>
      {sheet}
    </>
  );
}
