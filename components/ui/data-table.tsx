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
  /** The orders through which the heading cycles, as the address names them; the default is `newest`. */
  sorts?: readonly string[];
  /** Hidden on a phone; the row's note shows the important data. */
  isFolded?: boolean;
  /** Hidden where space is short: on a tablet, and while a sheet is open on the right. */
  isSpare?: boolean;
}

interface DataTableProps<Row> {
  /** The accessible label of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The address of a row, if any; the first column contains the link. */
  hrefOf: (row: Row) => string | undefined;
  /** Opens a row without a request to the server; without it the row is an ordinary link. */
  onOpen?: (row: Row) => void;
  selectedKey?: string | undefined;
  /** The text under the first column on a phone. */
  note?: (row: Row) => ReactNode;
  /** Whether the rows are old ones, shown until newer ones are loaded. */
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

/** A time is above its row's link, so that it can be hovered: a click on it is passed to the link. */
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

/** Returns whether the reader points at the rows or has the focus in them: then no row may move. */
function usePresence() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return {
    isPresent: isPointed || isFocused,
    watch: {
      // A touch that scrolls does not count as pointing.
      onPointerEnter: (event: PointerEvent) => setPointed(event.pointerType === "mouse"),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

/** A list with a sticky heading, whose rows are links that the keyboard can walk through. */
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
