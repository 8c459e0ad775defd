import { Amount } from "@/components/ui/amount";
import { Link } from "@/components/ui/link";
import { ACCOUNT_CLASSES, ACCOUNT_WORDS } from "@/lib/accounting/account-words";
import type { TrialBalance as Balance, Line } from "./queries";

type Subtotal = Balance["subtotals"][number];

const OF_PARTNERS = new Set(["wallet", "card", "hold"]);
const CELL = "h-10 px-2 py-1.5 first:pl-0 last:pr-0";

function nameOf({ kind, chain, token }: Line): string {
  return chain
    ? `${ACCOUNT_WORDS[kind].name}: ${token?.toUpperCase()} on ${chain}`
    : ACCOUNT_WORDS[kind].name;
}

/** Returns the address of the list that an account consists of: cards with a shortfall, partners, or journals. */
function hrefOf({ line, kind }: Line): string {
  if (kind === "card_shortfall") return "/admin/books/shortfalls";
  if (OF_PARTNERS.has(kind)) return "/admin/books/partners";
  return `/admin/books/journals?account=${encodeURIComponent(line)}`;
}

/** An amount in its column; the other column of the row stays empty. The heading names the currency. */
function Side({ value }: { value: number | undefined }) {
  return (
    <td className={`${CELL} text-right`}>
      {value !== undefined && <Amount value={value} currency="" />}
    </td>
  );
}

function Row({ line }: { line: Line }) {
  return (
    <tr>
      <td className={CELL}>
        <Link href={hrefOf(line)} className="font-medium text-accent underline underline-offset-4">
          {nameOf(line)}
        </Link>
        <span className="block text-quiet lg:hidden">{ACCOUNT_WORDS[line.kind].meaning}</span>
      </td>
      <td className={`${CELL} text-quiet max-lg:hidden`}>{ACCOUNT_WORDS[line.kind].meaning}</td>
      <Side value={line.balance < 0 ? -line.balance : undefined} />
      <Side value={line.balance < 0 ? undefined : line.balance} />
    </tr>
  );
}

/** The accounts of a class with their subtotals. */
function ClassRows({ subtotal, lines }: { subtotal: Subtotal; lines: readonly Line[] }) {
  const name = ACCOUNT_CLASSES[subtotal.class];
  return (
    <tbody className="divide-y divide-line border-b border-line">
      <tr>
        <th scope="rowgroup" colSpan={4} className="pt-4 pb-1 text-left font-semibold">
          {name}
        </th>
      </tr>
      {lines.map((line) => (
        <Row key={line.line} line={line} />
      ))}
      <tr className="font-medium">
        <th scope="row" className={`${CELL} text-left font-medium`}>
          Subtotal<span className="sr-only">, {name}</span>
        </th>
        <td className="max-lg:hidden" />
        <Side value={subtotal.debits} />
        <Side value={subtotal.credits} />
      </tr>
    </tbody>
  );
}

/** The balance of each kind of account at one instant, as debit or credit, with the subtotals of each class and the totals, which are equal. */
export function TrialBalance({ balance, isStale }: { balance: Balance; isStale: boolean }) {
  const { lines, subtotals, debits, credits, total } = balance;
  const isEqual = total === 0;
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
          <th scope="col" className="px-2 py-2 font-medium max-lg:hidden">
            Description
          </th>
          <th scope="col" className="px-2 py-2 text-right font-medium">
            Debit, USD
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-medium">
            Credit, USD
          </th>
        </tr>
      </thead>
      {subtotals.map((subtotal) => (
        <ClassRows
          key={subtotal.class}
          subtotal={subtotal}
          lines={lines.filter(({ kind }) => ACCOUNT_WORDS[kind].class === subtotal.class)}
        />
      ))}
      <tfoot>
        <tr className={isEqual ? "font-medium" : "font-medium text-failed"}>
          <th scope="row" className="py-3 pr-2 text-left font-medium">
            Total
          </th>
          <td className="max-lg:hidden" />
          <td className="px-2 py-3 text-right">
            <Amount value={debits} currency="" />
          </td>
          <td className="py-3 pl-2 text-right">
            <Amount value={credits} currency="" />
          </td>
        </tr>
        {!isEqual && (
          <tr className="text-failed">
            <th scope="row" className="py-2 pr-2 text-left font-medium">
              Unexplained difference
            </th>
            <td className="max-lg:hidden" />
            <td colSpan={2} className="py-2 pl-2 text-right">
              <Amount value={total} currency="" />
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
