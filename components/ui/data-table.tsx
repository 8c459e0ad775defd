"use client";

import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { FIRST_PAGE, goTo, useAddress } from "./address";
import { classNames } from "./class-names";
import { NewRows } from "./new-rows";
import { orderOf, SortButton } from "./sort-button";
import { type Column, columnNames, HEAD, TABLE_FRAME, tableNames } from "./table-column";
import { TableRow } from "./table-row";
import { useHiddenColumns } from "./use-columns";
import { useRowKeys } from "./use-row-keys";
import { useSteadyRows } from "./use-steady-rows";

export type { Column };

interface DataTableProps<Row> {
  /** The accessible label of the table. */
  label: string;
  /** The name under which the reader's choice of columns is remembered, where there is a choice. */
  list?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The address of a row, if any; the first column contains the link. */
  hrefOf: (key: string, row: Row) => string | undefined;
  /** Opens a row without a request to the server; without it the row is an ordinary link. */
  onOpen?: (key: string, row: Row) => void;
  selectedKey?: string | undefined;
  /** The text under the first column on a phone. */
  note?: (row: Row) => ReactNode;
  /** Whether the rows are old ones, shown until newer ones are loaded. */
  isStale?: boolean;
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
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, list = "", rows, keyOf, hrefOf, onOpen, selectedKey, isStale = false } = props;
  const { hidden } = useHiddenColumns(list, props.columns);
  const columns = props.columns.filter(({ name }) => !hidden.includes(name));
  const container = useRef<HTMLTableElement>(null);
  const { params, withParams } = useAddress();
  const { isPresent, watch } = usePresence();
  const isLater = params.has("skip");
  const isHeld = isPresent || isLater;
  const listKey = params.toString();
  useRowKeys(container, { listKey, isStale });
  const steady = useSteadyRows({ rows, keyOf, listKey, isStale, isHeld });
  return (
    <div className={TABLE_FRAME}>
      <NewRows
        count={steady.waiting}
        marked={steady.marked.size}
        onShow={() => (isLater ? goTo(withParams(FIRST_PAGE)) : steady.show())}
      />
      <table
        ref={container}
        aria-label={label}
        aria-busy={isStale}
        className={classNames(tableNames(columns), isStale && "opacity-60")}
      >
        <thead className="sticky top-(--bar-height) z-10 bg-ground text-quiet">
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                aria-sort={column.sorts && orderOf(column.sorts, params)}
                className={classNames(HEAD, columnNames(column), column.width)}
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
          {steady.rows.map((row) => {
            const key = keyOf(row);
            return (
              <TableRow
                key={key}
                row={row}
                columns={columns}
                href={hrefOf(key, row)}
                onOpen={onOpen && (() => onOpen(key, row))}
                note={props.note}
                isSelected={key === selectedKey}
                isNew={steady.marked.has(key)}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
