import type { ReactNode } from "react";
import { classNames } from "./class-names";

interface ListPageProps {
  /** The detail that is open beside the list. */
  sheet?: ReactNode;
  children: ReactNode;
}

/** A list, and beside it what is open of it. On a phone the list waits behind, where it was. */
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
