import Link from "next/link";
import { Amount } from "@/components/ui/amount";
import { KINDS } from "./names";
import type { TrialBalance as Balance, Line } from "./queries";

const OF_PARTNERS = new Set(["wallet", "card", "hold"]);
const CELL = "h-10 px-2 py-1.5 first:pl-0 last:pr-0";

function nameOf({ kind, chain, token }: Line): string {
  return chain ? `${KINDS[kind].name}: ${token?.toUpperCase()} on ${chain}` : KINDS[kind].name;
}

/** Returns the address of the journals of a service account; partner accounts are found by partner. */
function hrefOf({ line, kind }: Line): string {
  if (OF_PARTNERS.has(kind)) return "/admin/books/partners";
  return `/admin/books/journals?account=${encodeURIComponent(line)}`;
}

/** The balance of each kind of account at one instant, and their total, which is zero. */
export function TrialBalance({ balance, isStale }: { balance: Balance; isStale: boolean }) {
  return (
    <table
      aria-label="Trial balance"
      aria-busy={isStale}
      className={`w-full border-collapse text-small ${isStale ? "opacity-60" : ""}`}
    >
      <thead className="text-quiet">
        <tr className="border-b border-line text-left">
          <th scope="col" className="py-2 pr-2 font-medium">
            Account
          </th>
          <th scope="col" className="px-2 py-2 font-medium max-sm:hidden">
            Description
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-medium">
            Balance
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-b border-line">
        {balance.lines.map((line) => (
          <tr key={line.line}>
            <td className={CELL}>
              <Link
                href={hrefOf(line)}
                className="font-medium text-accent underline underline-offset-4"
              >
                {nameOf(line)}
              </Link>
              <span className="block text-quiet sm:hidden">{KINDS[line.kind].meaning}</span>
            </td>
            <td className={`${CELL} text-quiet max-sm:hidden`}>{KINDS[line.kind].meaning}</td>
            <td className={`${CELL} text-right`}>
              <Amount value={line.balance} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-medium">
          <th scope="row" className="py-2 pr-2 text-left font-medium">
            Total
          </th>
          <td className="max-sm:hidden" />
          <td className={`py-2 pl-2 text-right ${balance.total === 0 ? "" : "text-failed"}`}>
            <Amount value={balance.total} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
