/** A table of the rows that a check found; the column names are the database's. */
export function RowsTable({
  label,
  rows,
}: {
  label: string;
  rows: readonly Record<string, unknown>[];
}) {
  const columns = Object.keys(rows[0] ?? {});
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={label}
      className="overflow-x-auto rounded-large border border-line"
    >
      <table className="w-full border-collapse text-small">
        <thead className="text-left text-quiet">
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
                {name.replaceAll("_", " ")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line font-mono">
          {rows.map((row) => (
            <tr key={JSON.stringify(row)}>
              {columns.map((name) => (
                <td key={name} className="px-3 py-1.5 whitespace-nowrap">
                  {row[name] === null ? "—" : String(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
