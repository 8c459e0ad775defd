"use client";

import Link from "next/link";
import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { goTo, useAddress } from "./address";
import { classNames } from "./class-names";
import { NewRows } from "./new-rows";
import { orderOf, SortButton } from "./sort-button";
import { useRowKeys } from "./use-row-keys";
import { useSteadyRows } from "./use-steady-rows";

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** The orders that its heading walks through, as the address names them; the list's usual one is `newest`. */
  sorts?: readonly string[];
  /** Left out on a phone; what matters of it stands in the row's note. */
  isFolded?: boolean;
  /** Left out where there is no room for it: on a tablet, and while a sheet takes the list's place on the right. */
  isSpare?: boolean;
}

interface DataTableProps<Row> {
  /** What it lists, for who does not see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Where a row leads, if anywhere; the first column is its link. */
  hrefOf: (row: Row) => string | undefined;
  /** Opens a row without asking the server; a row without it is followed as a link. */
  onOpen?: (row: Row) => void;
  selectedKey?: string | undefined;
  /** What stands under the first column on a phone. */
  note?: (row: Row) => ReactNode;
  /** While older rows stay until newer ones are there. */
  isStale?: boolean;
}

interface RowProps<Row> extends Omit<DataTableProps<Row>, "rows" | "label" | "isStale"> {
  row: Row;
  isNew: boolean;
}

const HEAD = "border-b border-line px-2 py-2 font-medium first:pl-0 last:pr-0";
const CELL = "h-10 px-2 py-1.5 first:pl-0 last:pr-0";

function foldNames<Row>({ isNumber, isFolded, isSpare }: Column<Row>): string {
  return classNames(
    isNumber ? "text-right tabular-nums" : "text-left",
    isFolded && "max-sm:hidden",
    isSpare && "max-lg:hidden group-data-sheet/page:hidden",
  );
}

/** A time lies over its row's link, so that it can be pointed at: a press on it is one on the row. */
function followFromTime({ target, currentTarget }: React.MouseEvent<HTMLTableRowElement>): void {
  if (target instanceof Element && target.closest("time"))
    currentTarget.querySelector<HTMLElement>("[data-row-link]")?.click();
}

function TableRow<Row>(props: RowProps<Row>) {
  const { row, isNew, columns, keyOf, hrefOf, onOpen, selectedKey, note } = props;
  const isSelected = keyOf(row) === selectedKey;
  const href = hrefOf(row);
  const open = (event: React.MouseEvent) => {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(row);
  };
  return (
    <tr
      onClick={followFromTime}
      className={classNames(
        "group/row relative transition-colors hover:bg-sunken has-focus-visible:bg-accent-faint",
        href !== undefined && "[&_time]:cursor-pointer",
        (isSelected || isNew) && "bg-accent-faint",
        isNew && "shadow-[-2px_0_0_var(--color-accent)]",
      )}
    >
      {columns.map((column, index) => (
        <td key={column.name} className={classNames(CELL, foldNames(column))}>
          {index === 0 && href !== undefined ? (
            <Link
              href={href}
              onClick={open}
              data-row-link=""
              aria-current={isSelected ? "true" : undefined}
              className="font-medium outline-offset-[-2px] after:absolute after:inset-0"
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

/** Whether the reader is at the rows: then none may move. */
function usePresence() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return {
    isPresent: isPointed || isFocused,
    watch: {
      // A finger that scrolls is at no row.
      onPointerEnter: (event: PointerEvent) => setPointed(event.pointerType === "mouse"),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

/** A list: rows that are links as a whole, walked through by keyboard, under a heading that stays. */
export function DataTable<Row>({ label, rows, isStale = false, ...rest }: DataTableProps<Row>) {
  const container = useRef<HTMLTableElement>(null);
  useRowKeys(container);
  const { params, withParams } = useAddress();
  const { isPresent, watch } = usePresence();
  const isLater = params.has("skip");
  const isHeld = isPresent || isLater;
  const listKey = params.toString();
  const steady = useSteadyRows({ rows, keyOf: rest.keyOf, listKey, isStale, isHeld });
  return (
    <div>
      <NewRows
        count={steady.waiting}
        marked={steady.marked.size}
        onShow={() => (isLater ? goTo(withParams({ skip: undefined })) : steady.show())}
      />
      <table
        ref={container}
        aria-label={label}
        aria-busy={isStale}
        className={classNames("w-full border-collapse text-small", isStale && "opacity-60")}
      >
        <thead className="sticky top-(--bar-height) z-10 bg-ground text-quiet">
          <tr>
            {rest.columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                aria-sort={column.sorts && orderOf(column.sorts, params)}
                className={classNames(HEAD, foldNames(column))}
              >
                {column.sorts ? (
                  <SortButton name={column.name} sorts={column.sorts} />
                ) : (
                  column.name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-b border-line" {...watch}>
          {steady.rows.map((row) => (
            <TableRow
              key={rest.keyOf(row)}
              row={row}
              isNew={steady.marked.has(rest.keyOf(row))}
              {...rest}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
