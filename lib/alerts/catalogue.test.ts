import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  isService,
  repositoryFolder,
  type SourceFile,
  sourceFiles,
} from "@/test/architecture/source-files";
import { ALERT_KINDS, ALERTS, alertDefinition, isClosedByPeople } from "./catalogue";

const files = sourceFiles().filter(
  (file) => isService(file) && !file.path.startsWith("lib/alerts/kinds/"),
);

/** Whether a file can raise alerts. */
const canRaise = ({ text }: SourceFile) => /\b(openAlert|alertRow|setAlert|NewAlert)\b/.test(text);

/** The kinds that SQL and object literals name. `kind` of other objects is in other files. */
function kindsNamedIn({ text }: SourceFile): string[] {
  const literals = [
    ...text.matchAll(/\bkind: "(\w+)", subject\b/g),
    ...text.matchAll(/\bsetAlert\(\s*"(\w+)"/g),
    ...text.matchAll(/\bl\.kind = '(\w+)'/g),
    ...text.matchAll(/\$\{ALERT\} = '(\w+)'/g),
  ];
  return literals.map(([, kind]) => kind as string);
}

describe("the catalogue of alerts", () => {
  test("contains every kind that the code names", () => {
    const named = new Set(files.flatMap(kindsNamedIn));
    expect(named.size).toBeGreaterThan(ALERT_KINDS.length / 2);
    expect([...named].filter((kind) => !Object.hasOwn(ALERTS, kind))).toEqual([]);
  });

  test("contains no kind that no code raises", () => {
    const raising = files.filter(canRaise);
    const raised = (kind: string) => raising.some(({ text }) => text.includes(`"${kind}"`));
    expect(ALERT_KINDS.filter((kind) => !raised(kind))).toEqual([]);
  });

  test("lets people close kinds that stay closed, and those whose end is not always detected", () => {
    const closed = ALERT_KINDS.filter(isClosedByPeople);
    const final = ALERT_KINDS.filter((kind) => !ALERTS[kind].reopens);
    const undetected = [
      "sweep_failed",
      // Ends when people have agreed on what changes.
      "deposit_returned",
      "payout_returned",
      "dispute_failed",
      "dispute_unknown",
      "dispute_differs",
      "issuer_balance_low",
      "issuer_card_closed",
      // Its retries end after a month.
      "issuer_event_failed",
      "issuer_events_lost",
      "issuer_message_unreadable",
      "kyc_reset",
      "kyc_approval_lost",
      "issuer_update_refused",
      // Not closed by the service once the card issuer is no longer attached.
      "issuer_cards_differ",
      "cardholders_blocked",
      "issuer_cardholder",
      "issuer_difference",
      // Not closed by the service when the screening is switched off.
      "payout_screened",
      "payout_unsigned",
    ];
    expect(closed.sort()).toEqual([...final, ...undetected].sort());
  });

  test("has a definition for a kind that only a later version knows", () => {
    for (const kind of ["meteor_strike", "toString"]) {
      expect(alertDefinition(kind).title).toBe("Alert of a later version");
      expect(isClosedByPeople(kind)).toBe(false);
    }
  });

  test("is what docs/operating.md says in its last section", async () => {
    const sections = ALERT_KINDS.map((kind) => {
      const { title, severity, remedy, closedBy, reopens } = ALERTS[kind];
      const end =
        closedBy === "service"
          ? "The service closes it."
          : `Administrators may close it; ${reopens ? "it is opened again when its cause recurs" : "it then stays closed"}.`;
      return `### ${title}\n\n\`${kind}\`, severity ${severity}. ${end}\n\n${remedy}\n`;
    });
    const page = join(repositoryFolder, "docs/operating.md");
    const [beginning = ""] =
      /^[\s\S]*catalogue\.test\.ts -u`\.\n/.exec(readFileSync(page, "utf8")) ?? [];
    expect(beginning).toContain("\n## Alerts of the service\n");
    await expect([beginning, ...sections].join("\n")).toMatchFileSnapshot(page);
  });
});
