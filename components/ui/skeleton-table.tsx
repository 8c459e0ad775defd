import { classNames } from "./class-names";
import { Skeleton } from "./skeleton";
import { CELL, type ColumnShape, columnNames, HEAD, TABLE_FRAME, tableNames } from "./table-column";

const ROWS = 12;

/** A placeholder of a table while it is loading: the same headings, widths and row heights. */
export function SkeletonTable({
  columns,
  label,
}: {
  columns: readonly ColumnShape[];
  label: string;
}) {
  return (
    <div className={TABLE_FRAME}>
      <p role="status" className="sr-only">
        {label}
      </p>
      <table aria-hidden="true" className={tableNames(columns)}>
        <thead className="text-quiet">
          <tr>
            {columns.map((column) => (
              <th key={column.name} className={classNames(HEAD, columnNames(column), column.width)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-b border-line">
          {Array.from({ length: ROWS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.name} className={classNames(CELL, columnNames(column))}>
                  <Skeleton className={classNames("h-3 w-2/3", column.isNumber && "ml-auto")} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
