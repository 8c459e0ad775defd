import { Amount } from "./amount";

interface StatementLinesProps<Type extends string> {
  statement: {
    opening: number;
    closing: number;
    from: string;
    until: string;
    lines: readonly { type: Type; count: number; amount: number; feesWithin: number }[];
    /** What the lines do not explain: 0 as long as the books are right. */
    difference: number;
    month: string;
    isFinal: boolean;
  };
  names: Record<Type, string>;
}

const CELL = "py-2 align-baseline";

function Edge({ name, at, value }: { name: string; at: string; value: number }) {
  return (
    <tr className="font-medium">
      <th scope="row" className={`${CELL} text-left font-medium`}>
        {name}
        <span className="block font-normal text-quiet">{at}</span>
      </th>
      <td className={`${CELL} max-sm:hidden`} />
      <td className={`${CELL} text-right`}>
        <Amount value={value} />
      </td>
    </tr>
  );
}

/** Formats an instant in UTC, like the month: `2026-11-01 00:00:00 UTC`. */
const utc = (instant: string) => `${instant.slice(0, 19).replace("T", " ")} UTC`;

/** The opening balance of the wallet, the sums by type, and the closing balance. */
export function StatementLines<Type extends string>({
  statement,
  names,
}: StatementLinesProps<Type>) {
  const { opening, closing, from, until, lines, difference, month, isFinal } = statement;
  // The end of a month is the start of the next one.
  const isGoingOn = until.startsWith(month);
  return (
    <>
      <table aria-label="Statement" className="w-full border-collapse text-small">
        <thead className="sr-only">
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Count</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          <Edge name="Opening balance" at={utc(from)} value={opening} />
          {lines.map(({ type, count, amount, feesWithin }) => (
            <tr key={type}>
              <th scope="row" className={`${CELL} text-left font-normal`}>
                {names[type]}
                {feesWithin !== 0 && (
                  <span className="block text-quiet">
                    incl. <Amount value={Math.abs(feesWithin)} />
                    {feesWithin < 0 ? " returned fees" : " fees"}
                  </span>
                )}
              </th>
              <td className={`${CELL} px-2 text-right text-quiet tabular-nums max-sm:hidden`}>
                {count.toLocaleString("en-US")}
              </td>
              <td className={`${CELL} text-right`}>
                <Amount value={amount} direction={amount < 0 ? "out" : "in"} />
              </td>
            </tr>
          ))}
          <Edge name="Closing balance" at={utc(until)} value={closing} />
          {difference !== 0 && (
            <tr className="text-failed">
              <th scope="row" className={`${CELL} text-left font-medium`}>
                Unexplained difference
              </th>
              <td className="max-sm:hidden" />
              <td className={`${CELL} text-right`}>
                <Amount value={difference} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {!isFinal && (
        <p className="pt-3 text-small text-waiting">
          {isGoingOn
            ? "Month to date."
            : "Not final. Entries of the month's end may still be added."}
        </p>
      )}
    </>
  );
}
