import type { ReactNode } from "react";
import { classNames } from "./class-names";

interface ListPageProps {
  /** The detail that is open beside the list. */
  sheet?: ReactNode;
  children: ReactNode;
}

/**
 * A list with an open detail beside it. On a phone the detail covers the list, which keeps its scroll position. On a
 * wide screen the list keeps its left edge and all the width that the detail leaves: the page is 1,200 px wide beside a
 * sidebar of 220 px, and the free margin at its right is half of the rest.
 */
export function ListPage({ sheet, children }: ListPageProps) {
  const isOpen = sheet !== undefined && sheet !== null && sheet !== false;
  return (
    <>
      <div
        data-sheet={isOpen ? "" : undefined}
        className={classNames(
          "group/page space-y-4",
          isOpen && "max-sm:invisible xl:mr-[calc(27rem-max(0px,(100vw-1420px)/2))]",
        )}
      >
        {children}
      </div>
      {sheet}
    </>
  );
}
