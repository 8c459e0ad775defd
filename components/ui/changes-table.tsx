interface ChangesProps {
  /** The changed fields in words. */
  changes: readonly { name: string; before: string | undefined; after: string | undefined }[];
}

/** A table of changed fields with their values before and after. */
function ChangesTable({ changes }: ChangesProps) {
  if (changes.length === 0) return <p className="text-small text-quiet">No further details.</p>;
  return (
    <table aria-label="Changes" className="w-full border-collapse text-small">
      <thead className="text-left text-quiet">
        <tr className="border-b border-line">
          {["Field", "Before", "After"].map((name) => (
            <th key={name} scope="col" className="py-1.5 pr-3 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-b border-line align-top">
        {changes.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row" className="py-1.5 pr-3 text-left font-normal text-quiet">
              {name}
            </th>
            <td className="py-1.5 pr-3 break-all">{before ?? "—"}</td>
            <td className="py-1.5 font-medium break-all">{after ?? "—"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A section with the changed fields and their values before and after. */
export function Changes({ changes }: ChangesProps) {
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Changes</h3>
      <ChangesTable changes={changes} />
    </section>
  );
}
