import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import type { BookChecks } from "./queries";

type Check = NonNullable<BookChecks["invariants"]>;

interface Sentence {
  what: string;
  check: Pick<Check, "ranAt" | "isSound"> | undefined;
  wrong: string;
}

function Said({ what, check, wrong }: Sentence) {
  if (!check) return <li>{what}: not run yet. Runs at start and then hourly.</li>;
  return (
    <li>
      {what}: {check.isSound ? "passed" : wrong}, <Time instant={check.ranAt} />.
    </li>
  );
}

/** Summarizes whether the books are correct, with the evidence. */
export function Verdict({ checks, total }: { checks: BookChecks; total: number | undefined }) {
  const sentences: Sentence[] = [
    { what: "Invariants", check: checks.invariants, wrong: "failed" },
    { what: "Reconciliation", check: checks.reconciliation, wrong: "differences found" },
  ];
  const isBroken = total !== undefined && total !== 0;
  const isWrong = isBroken || sentences.some(({ check }) => check?.isSound === false);
  const isUnknown = sentences.some(({ check }) => !check);
  const title = isWrong ? "Books need attention" : isUnknown ? "Checks pending" : "Books balance";
  return (
    <Notice state={isWrong ? "failed" : isUnknown ? "waiting" : "settled"} title={title}>
      <ul className="text-small">
        {isBroken && <li>The sum of all accounts is not zero.</li>}
        {sentences.map((sentence) => (
          <Said key={sentence.what} {...sentence} />
        ))}
      </ul>
      <Link
        href="/admin/books/checks"
        className="text-small text-accent underline underline-offset-4"
      >
        View checks
      </Link>
    </Notice>
  );
}
