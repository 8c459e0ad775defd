import { Amount } from "@/components/ui/amount";
import { Link } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Treasury } from "./queries";

const PARTNERS = "/admin/books/partners";
const journalsOf = (account: string) => `/admin/books/journals?account=${account}`;

interface SumLine {
  name: string;
  meaning: string;
  /** The list of what the amount consists of. */
  href: string;
  /** Absent in results that were stored before the account existed. */
  value: number | undefined;
}

/** The money of partners, with the part that the service lent to cards. */
function linesOfPartners({ owed, books }: Treasury): SumLine[] {
  return [
    { name: "Wallets", meaning: "Owed to partners", href: PARTNERS, value: owed.wallets },
    { name: "Cards", meaning: "Available card balances", href: PARTNERS, value: owed.cards },
    { name: "Holds", meaning: "Authorized, not yet settled", href: PARTNERS, value: owed.holds },
    {
      name: "Card shortfalls",
      meaning: "Collected beyond card balances, owed by partners",
      href: "/admin/books/shortfalls",
      value: books.shortfalls,
    },
    {
      name: "Network settlement",
      meaning: "Owed to the card network. Negative: owed by it",
      href: journalsOf("network"),
      value: books.network,
    },
    {
      name: "Provisional credits",
      meaning: "Credited to cards for open disputes",
      href: journalsOf("disputes"),
      value: books.disputes,
    },
    {
      name: "Fees",
      meaning: "Revenue of the operator",
      href: journalsOf("fees"),
      value: books.fees,
    },
  ];
}

/** The other accounts; most of them are zero and then left out. */
function otherLines({ books }: Treasury): SumLine[] {
  const { payout, suspense, capital, adjustments, costs, bank } = books;
  const named: [name: string, account: string, meaning: string, value: number | undefined][] = [
    ["Payouts", "payout", "Reserved for withdrawals, not yet sent", payout],
    ["Suspense", "suspense", "Held deposits", suspense],
    ["Capital", "capital", "Operator’s own capital", capital],
    ["Adjustments", "adjustments", "Corrections. Negative: paid to partners", adjustments],
    ["Costs", "costs", "Operating costs", costs],
    ["Bank", "bank", "Bank balances (asset side, negative)", bank],
  ];
  return named
    .map(([name, account, meaning, value]) => ({ name, meaning, href: journalsOf(account), value }))
    .filter(({ value }) => value !== 0);
}

const CELL = "py-2 align-top";
const DESCRIPTION = `${CELL} px-3 text-quiet max-sm:hidden`;

function Row({ name, meaning, href, value = 0 }: SumLine) {
  return (
    <tr>
      <th scope="row" className={`${CELL} text-left font-normal`}>
        <Link href={href} className="font-medium text-accent underline underline-offset-4">
          {name}
        </Link>
        <span className="block text-quiet sm:hidden">{meaning}</span>
      </th>
      <td className={DESCRIPTION}>{meaning}</td>
      <td className={`${CELL} text-right whitespace-nowrap`}>
        <Amount value={value} />
      </td>
    </tr>
  );
}

function Total({ name, meaning, value }: Omit<SumLine, "href">) {
  const isWrong = name === "Difference" && value !== 0;
  return (
    <tr className="font-medium">
      <th scope="row" className={`${CELL} text-left font-medium`}>
        {name}
        <span className="block font-normal text-quiet sm:hidden">{meaning}</span>
      </th>
      <td className={`${DESCRIPTION} font-normal`}>{meaning}</td>
      <td className={`${CELL} text-right whitespace-nowrap ${isWrong ? "text-failed" : ""}`.trim()}>
        <Amount value={value ?? 0} />
      </td>
    </tr>
  );
}

/** The accounts of the ledger, which sum to the tokens in custody. Each links to the list of its parts. */
export function LedgerSum({ treasury }: { treasury: Treasury }) {
  const { at, books } = treasury;
  const lines = [...linesOfPartners(treasury), ...otherLines(treasury)];
  return (
    <section className="space-y-2">
      <h3 className="flex flex-wrap items-baseline gap-x-3 font-medium">
        Ledger
        <span className="text-small font-normal text-quiet">
          as of <Time instant={at} isExact />
        </span>
      </h3>
      <table aria-label="Ledger accounts" className="w-full border-collapse text-small">
        <thead className="sr-only">
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Description</th>
            <th scope="col">Balance</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {lines
            .filter(({ value }) => value !== undefined)
            .map((line) => (
              <Row key={line.name} {...line} />
            ))}
        </tbody>
        <tfoot className="divide-y divide-line border-t border-b border-line border-t-line-strong">
          <Total
            name="Custody"
            meaning="On-chain balances according to the ledger"
            value={books.custody}
          />
          <Total
            name="Difference"
            meaning="Custody minus all accounts above"
            value={books.difference}
          />
        </tfoot>
      </table>
    </section>
  );
}
