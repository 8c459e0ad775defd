import Link from "next/link";
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
  if (!check)
    return <li>{what}: not run yet. The check runs after the start and then every hour.</li>;
  return (
    <li>
      {what}: {check.isSound ? "nothing found" : wrong}, <Time instant={check.ranAt} />.
    </li>
  );
}

/** Is everything right, and how do I know? */
export function Verdict({ checks, total }: { checks: BookChecks; total: number | undefined }) {
  const sentences: Sentence[] = [
    { what: "Invariants", check: checks.invariants, wrong: "broken" },
    { what: "Books and chains", check: checks.reconciliation, wrong: "they differ" },
  ];
  const isBroken = total !== undefined && total !== 0;
  const isWrong = isBroken || sentences.some(({ check }) => check?.isSound === false);
  const isUnknown = sentences.some(({ check }) => !check);
  const title = isWrong
    ? "The books need you"
    : isUnknown
      ? "Checks pending"
      : "The books are right";
  return (
    <Notice state={isWrong ? "failed" : isUnknown ? "waiting" : "settled"} title={title}>
      <ul className="text-small">
        {isBroken && <li>What all accounts have together is not zero.</li>}
        {sentences.map((sentence) => (
          <Said key={sentence.what} {...sentence} />
        ))}
      </ul>
      <Link
        href="/admin/books/checks"
        className="text-small text-accent underline underline-offset-4"
      >
        See what was looked at
      </Link>
    </Notice>
  );
}
