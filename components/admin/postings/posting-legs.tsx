import { Amount } from "@/components/ui/amount";
import { IdChip } from "@/components/ui/id-chip";
import { Notice } from "@/components/ui/notice";
import { accountName } from "./account-name";
import type { PostingPreview } from "./queries";

type Leg = PostingPreview["legs"][number];

const signOf = (amount: number) => (amount < 0 ? "out" : "in");

function LegLine({ leg }: { leg: Leg }) {
  const { account, amount, before, after, reference, explorerUrl } = leg;
  return (
    <li className="space-y-0.5 py-2">
      <p className="flex items-baseline justify-between gap-4 font-medium">
        <span>{accountName(leg)}</span>
        <Amount value={amount} direction={signOf(amount)} />
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-quiet">
        <span className="min-w-0 truncate font-mono">{account}</span>
        {before !== undefined && after !== undefined && (
          <span>
            <Amount value={before} /> <span aria-hidden="true">→</span>
            <span className="sr-only">becomes</span> <Amount value={after} />
          </span>
        )}
      </p>
      {reference !== undefined && (
        <p>
          <IdChip
            value={reference}
            label="the reference"
            {...(explorerUrl === undefined ? {} : { href: explorerUrl })}
          />
        </p>
      )}
    </li>
  );
}

/** A custody or bank account has a negative balance while it holds money; a positive one is an overdraft. */
const isOverdrawn = ({ kind, amount, after = 0 }: Leg) =>
  (kind === "custody" || kind === "bank") && amount > 0 && after > 0;

/** The legs of a posting, with the balances before and after while they are known. */
export function PostingLegs({ legs, obstacle }: PostingPreview) {
  const overdrawn = legs.filter(isOverdrawn);
  return (
    <section aria-label="Journal" className="space-y-3">
      <h3 className="font-semibold">Journal</h3>
      <ul className="divide-y divide-line border-y border-line text-small">
        {legs.map((leg) => (
          <LegLine key={leg.account} leg={leg} />
        ))}
      </ul>
      {obstacle !== undefined && (
        <Notice state="failed" title="Cannot be posted with the current balances">
          <p className="text-small">{obstacle}</p>
        </Notice>
      )}
      {overdrawn.map((leg) => (
        <Notice
          key={leg.account}
          state="attention"
          title={`${accountName(leg)} would be overdrawn`}
        >
          <p className="text-small">
            The ledger shows money that this account holds as a negative balance. After this posting
            it would be positive: more paid out than there was. Check the account and the amount.
          </p>
        </Notice>
      ))}
    </section>
  );
}
