"use client";

import Link from "next/link";
import { type ReactNode, useRef } from "react";
import { classNames } from "./class-names";
import { SortButton } from "./sort-button";
import { useRowKeys } from "./use-row-keys";

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** The orders that its heading walks through, as the address names them. The first of all is the usual one. */
  sorts?: readonly string[];
  /** Left out on a phone; what matters of it stands in the row's note. */
  isFolded?: boolean;
  /** Left out while a sheet takes the list's place on the right. */
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
}

const HEAD = "border-b border-line px-2 py-2 font-medium first:pl-0 last:pr-0";
const CELL = "h-10 px-2 py-1.5 first:pl-0 last:pr-0";

function foldNames<Row>({ isNumber, isFolded, isSpare }: Column<Row>): string {
  return classNames(
    isNumber ? "text-right" : "text-left",
    isFolded && "max-sm:hidden",
    isSpare && "max-lg:hidden group-data-sheet/page:hidden",
  );
}

function TableRow<Row>({ row, columns, keyOf, hrefOf, onOpen, selectedKey, note }: RowProps<Row>) {
  const isSelected = keyOf(row) === selectedKey;
  const href = hrefOf(row);
  const open = (event: React.MouseEvent) => {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(row);
  };
  return (
    <tr
      className={classNames(
        "relative transition-colors hover:bg-sunken has-focus-visible:bg-accent-faint",
        isSelected && "bg-accent-faint",
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

/** A list: rows that are links as a whole, walked through by keyboard, under a heading that stays. */
export function DataTable<Row>({ label, rows, isStale = false, ...rest }: DataTableProps<Row>) {
  const container = useRef<HTMLTableElement>(null);
  useRowKeys(container);
  return (
    <table
      ref={container}
      aria-label={label}
      aria-busy={isStale}
      className={classNames("w-full border-collapse text-small", isStale && "opacity-60")}
    >
      <thead className="sticky top-(--bar-height) z-10 bg-ground text-quiet">
        <tr>
          {rest.columns.map((column) => (
            <th key={column.name} scope="col" className={classNames(HEAD, foldNames(column))}>
              {column.sorts ? <SortButton name={column.name} sorts={column.sorts} /> : column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-b border-line">
        {rows.map((row) => (
          <TableRow key={rest.keyOf(row)} row={row} {...rest} />
        ))}
      </tbody>
    </table>
  );
}
