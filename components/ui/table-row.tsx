"use client";

import type { MouseEvent, ReactNode } from "react";
import { classNames } from "./class-names";
import { Link } from "./link";
import { CELL, type Column, columnNames } from "./table-column";

export interface RowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  /** The address of the row, if any; the first column contains the link. */
  href: string | undefined;
  /** Opens the row without a request to the server; without it the row is an ordinary link. */
  onOpen?: (() => void) | undefined;
  /** The text under the first column on a phone. */
  note?: ((row: Row) => ReactNode) | undefined;
  isSelected: boolean;
  isNew: boolean;
}

const CONTROLS = "a, button, input, select, label";

/** Whether the click ends the selection of text: the reader wants to copy, not to open. */
const isSelecting = () => window.getSelection()?.isCollapsed === false;

/** A click anywhere in a row follows its link, in a new tab where the reader asks for that. */
function followFromRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, button, metaKey, ctrlKey } = event;
  if (!(target instanceof Element) || target.closest(CONTROLS) || isSelecting()) return;
  const link = currentTarget.querySelector<HTMLAnchorElement>("[data-row-link]");
  if (!link) return;
  if (metaKey || ctrlKey || button === 1) window.open(link.href, "_blank", "noopener");
  else if (button === 0) link.click();
}

/** A row of a table, which opens by a click anywhere in it. Its text can be selected and copied. */
export function TableRow<Row>(props: RowProps<Row>) {
  const { row, columns, href, onOpen, note, isSelected, isNew } = props;
  const open = (event: MouseEvent) => {
    if (isSelecting() && event.detail > 0) return event.preventDefault();
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <tr
      onClick={followFromRow}
      onAuxClick={followFromRow}
      className={classNames(
        "group/row relative transition-colors hover:bg-sunken has-[[data-row-link]:focus-visible]:bg-accent-faint",
        href !== undefined && "cursor-pointer",
        (isSelected || isNew) && "bg-accent-faint",
        isNew && "shadow-[-2px_0_0_var(--color-accent)]",
      )}
    >
      {columns.map((column, index) => (
        <td key={column.name} className={classNames(CELL, columnNames(column))}>
          {index === 0 && href !== undefined ? (
            <Link
              href={href}
              onClick={open}
              // Such a row opens without its page: fetching that for each visible row is for nothing.
              prefetch={onOpen ? false : null}
              draggable={false}
              data-row-link=""
              aria-current={isSelected ? "true" : undefined}
              className="font-medium outline-none after:pointer-events-none after:absolute after:inset-0 after:rounded-small focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
          {index === 0 && note && (
            <span className="block font-normal text-quiet sm:hidden">{note(row)}</span>
          )}
        </td>
      ))}
    </tr>
  );
}
