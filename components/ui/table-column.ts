import type { ReactNode } from "react";
import { classNames } from "./class-names";

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** The orders through which the heading cycles, as the address names them; the default is `newest`. */
  sorts?: readonly string[];
  /** Hidden on a phone; the row's note shows the important data. */
  isFolded?: boolean;
  /** Hidden where the list is narrow: on a tablet, and beside an open sheet. */
  isSpare?: boolean;
  /** Hidden until the reader chooses it. */
  isHidden?: boolean;
  /**
   * The class of the column's width, such as `w-32`. As soon as one column has it, no column changes its width with the
   * data: the columns without a width share the rest.
   */
  width?: string;
}

/** A column without its cells: what a heading or a skeleton needs. */
export type ColumnShape = Omit<Column<never>, "cell">;

/** The padding of headings and cells. */
export const HEAD = "border-b border-line px-2 py-2 font-medium";
export const CELL = "h-10 px-2 py-1.5";

/**
 * Wraps a table. The rows reach beyond the text of the page by the padding of a cell, so that a tinted row has an inner padding.
 * Which column is the last one that is shown depends on the width, so no column has another padding.
 */
export const TABLE_FRAME = "@container -mx-2";

/** The classes of a table with these columns. */
export const tableNames = (columns: readonly ColumnShape[]) =>
  classNames(
    "w-full border-collapse text-small",
    columns.some(({ width }) => width !== undefined) && "table-fixed",
  );

/** The classes of a column's heading and cells. */
export function columnNames({ isNumber, isFolded, isSpare }: ColumnShape): string {
  return classNames(
    isNumber ? "text-right tabular-nums" : "text-left",
    isFolded && "max-sm:hidden",
    isSpare && "@max-3xl:hidden",
  );
}
