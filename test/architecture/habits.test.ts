import { describe, expect, test } from "vitest";
import { balanceWrites } from "./balance-writes";
import { filesOfBrowsers } from "./browser-safe";
import { typeEscapes } from "./escapes";
import { importsOf } from "./imports";
import { lengthOf, longFunctions, longHandlers } from "./sizes";
import { isService, isTest, type SourceFile, sourceFiles } from "./source-files";
import { listsThatAwait } from "./unhandled-rejections";

const MAX_FILE_LINES = 300;
const MAX_MEDIAN_LINES = 60;
const MAX_FUNCTION_LINES = 70;
const MAX_HANDLER_LINES = 10;

const sources = sourceFiles().filter((file) => !isTest(file));
const service = sources.filter(isService);

const file = (text: string, path = "lib/a/b.ts"): SourceFile => ({ path, text });
const lines = (count: number) => "work();\n".repeat(count);

describe("sizes (docs: style)", () => {
  test(`no source file has more than ${MAX_FILE_LINES} lines`, () => {
    const long = sources.filter((each) => lengthOf(each) > MAX_FILE_LINES);
    expect(long.map((each) => `${each.path} has ${lengthOf(each)} lines`)).toEqual([]);
  });

  test(`half of the service's files have at most ${MAX_MEDIAN_LINES} lines`, () => {
    const sorted = service.map(lengthOf).sort((first, second) => first - second);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(MAX_MEDIAN_LINES);
  });

  test(`no function has more than ${MAX_FUNCTION_LINES} lines`, () => {
    expect(longFunctions(sources, MAX_FUNCTION_LINES)).toEqual([]);
  });

  test(`no handler of a route has more than ${MAX_HANDLER_LINES} lines`, () => {
    expect(service.filter(({ path }) => path.endsWith("/route.ts")).length).toBeGreaterThan(20);
    expect(longHandlers(service, MAX_HANDLER_LINES)).toEqual([]);
  });

  test("self-test: counts the lines of files and functions", () => {
    expect(lengthOf(file(lines(301)))).toBe(301);
    const arrow = file(`export const f = async () => {\n${lines(69)}};`);
    expect(longFunctions([arrow], 70)).toEqual(["lib/a/b.ts:1 has 71 lines"]);
    expect(longFunctions([arrow], 71)).toEqual([]);
    const method = file(`class A {\n  /** long */\n  async m() {\n${lines(69)}}\n}`);
    expect(longFunctions([method], 70)).toHaveLength(1);
    const text = file(`// }\nfunction f() { return "{"; }\n${lines(100)}`);
    expect(longFunctions([text], 70)).toEqual([]);
  });

  test("self-test: distinguishes handlers from other declarations of a route file", () => {
    const path = "app/api/x/route.ts";
    const handler = file(`export async function POST() {\n${lines(9)}}`, path);
    expect(longHandlers([handler], 10)).toEqual([`${path}:1 has 11 lines`]);
    const bound = file(`export const GET = bind(async () => {\n${lines(9)}});`, path);
    expect(longHandlers([bound], 10)).toHaveLength(1);
    const short = file(`export const POST = bind(a, b);\nexport const { GET } = other();`, path);
    expect(longHandlers([short], 10)).toEqual([]);
  });
});

describe("types", () => {
  /** The type of any contract, whose type arguments cannot be expressed without `any`. */
  const ALLOWED = /^lib\/contract\/contract\.ts:\d+ any$/;

  test("no code uses any or a non-null assertion, even where the linter is silenced", () => {
    expect(typeEscapes(sources).filter((found) => !ALLOWED.test(found))).toEqual([]);
  });

  test("self-test: finds each evasion of the types, and ignores strings and comments", () => {
    const escapes = [
      "const a: any = 1;",
      "f(b as any);",
      "type T = Map<string, any[]>;",
      "g(c!.d);",
      "class A { b!: string; }",
      "let e!: string;",
      "// @ts-expect-error because",
    ];
    for (const text of escapes)
      expect([text, typeEscapes([file(text)]).length > 0]).toEqual([text, true]);
    expect(typeEscapes([file(`const any = "any! " + (a !== b); // any`)])).toEqual([]);
  });
});

describe("promises", () => {
  test("no list of promises awaits another one while it is made, which would leave a rejection unhandled", () => {
    expect(listsThatAwait(sources)).toEqual([]);
  });

  test("self-test: finds each list that awaits, and ignores functions in it", () => {
    for (const list of ["f(), await g()", "f(), h({ where: await g() })", "...(await g())"])
      expect([list, listsThatAwait([file(`await Promise.all([${list}]);`)])]).toEqual([
        list,
        ["lib/a/b.ts:1"],
      ]);
    const fine = "await Promise.all([f(), run(async () => await g())]); const a = [await g()];";
    expect(listsThatAwait([file(fine)])).toEqual([]);
  });
});

describe("forms", () => {
  test("only components/ui/form.tsx contains a form element, because it waits for its scripts", () => {
    const withForms = sources.filter(({ text }) => /<form\b/.test(text)).map(({ path }) => path);
    expect(withForms).toEqual(["components/ui/form.tsx"]);
  });

  /** Forms that send no request of a contract. */
  const WITHOUT_CONTRACT = [
    // Sends the request that the user typed.
    "components/reference/try-form.tsx",
    // The sign-in is an endpoint of next-auth.
    "components/sign-in/code-step.tsx",
    "components/sign-in/password-step.tsx",
    // Filters change the URL of the page.
    "components/ui/filter-bounds.tsx",
    "components/ui/filter-days.tsx",
    "components/ui/filter-text-form.tsx",
    "components/ui/view-panel.tsx",
    "components/ui/instant-form.tsx",
    // Each step keeps its data in the browser; the last step sends all of it.
    "components/verify/step-view.tsx",
  ];

  test("every form that sends a request of a contract is a RequestForm", () => {
    const withForms = sources.filter(({ text }) => /<Form\s/.test(text)).map(({ path }) => path);
    expect(withForms.toSorted()).toEqual(
      [...WITHOUT_CONTRACT, "components/ui/request-form.tsx"].toSorted(),
    );
  });

  test("only one file imports the form library", () => {
    const found = sources.filter(({ text }) => /from "react-hook-form"/.test(text));
    expect(found.map(({ path }) => path)).toEqual(["lib/api/client/form/use-fields.ts"]);
  });
});

describe("sheets", () => {
  /** The sheets of the object that the address names, without its id as their key. */
  const unkeyed = ({ text }: SourceFile) =>
    [...text.matchAll(/<\w+Sheet\s[^>]*=\{selectedId\}[^>]*>/g)]
      .map(([sheet]) => sheet)
      .filter((sheet) => !sheet.includes("key={selectedId}"));

  test("a sheet begins anew with another object, so that no dialog about one acts on the next", () => {
    expect(sources.flatMap(unkeyed)).toEqual([]);
  });

  test("self-test: finds a sheet without a key", () => {
    expect(unkeyed(file("<CardSheet\n  cardId={selectedId}\n  {...sheet}\n/>"))).toHaveLength(1);
    expect(unkeyed(file("<CardSheet key={selectedId} cardId={selectedId} />"))).toEqual([]);
  });
});

describe("links", () => {
  test("only components/ui/link.tsx imports Next's link, which fetches the page of each visible link", () => {
    const found = service.filter(({ text }) => /from "next\/link"/.test(text));
    expect(found.map(({ path }) => path)).toEqual(["components/ui/link.tsx"]);
  });
});

describe("tests", () => {
  const waits = (each: SourceFile) => /\bvi\.waitFor\(/.test(each.text);

  test("wait with `eventually` or `expect.poll`, whose timeout is longer than a second", () => {
    const found = sourceFiles().filter((each) => isTest(each) && waits(each));
    const self = "test/architecture/habits.test.ts";
    expect(found.map(({ path }) => path).filter((path) => path !== self)).toEqual([
      "test/eventually.ts",
    ]);
  });

  test("self-test: finds a wait with the default timeout of a second", () => {
    expect(waits(file("await vi.waitFor(() => expect(a).toBe(1));"))).toBe(true);
  });
});

describe("requests of the browser", () => {
  /** Files that call `fetch` directly, with the reason why `useSubmission` and `callApi` do not fit. */
  const CALLERS = [
    // Needs no protection against repetition: ending a session twice has no further effect.
    "components/shell/end-session.ts",
    // Card users have no session; a repeated submission of the same data has no further effect.
    "components/verify/submit-check.ts",
    // Sends the typed request unchanged, with useSender.
    "components/reference/send-request.ts",
  ];
  const fetching = ({ text }: SourceFile) => /(?<![\w.])fetch\(/.test(text);

  test("components send requests only with useSubmission and callApi", () => {
    const found = sources.filter((each) => /^components\//.test(each.path) && fetching(each));
    expect(found.map(({ path }) => path).filter((path) => !CALLERS.includes(path))).toEqual([]);
  });

  test("self-test: finds a call of fetch, and ignores similar names", () => {
    expect(fetching(file("await fetch(`/api`)"))).toBe(true);
    expect(fetching(file("refetch(); prefetch(a); query.fetch(b)"))).toBe(false);
  });
});

describe("lengths of time", () => {
  const declares = ({ text }: SourceFile) =>
    /^ *(?:export )?const (?:SECOND|MINUTE|HOUR|DAY)_(?:MS|S) = /m.test(text);

  test("only lib/kernel/durations.ts declares them, and code that browsers load, which another module would enlarge", () => {
    const browsers = filesOfBrowsers(sources, importsOf(sources));
    const loaded = new Set(browsers.map(({ path }) => path));
    const found = sourceFiles()
      .filter(declares)
      .map(({ path }) => path);
    expect(found.filter((path) => !loaded.has(path))).toEqual(["lib/kernel/durations.ts"]);
  });

  test("self-test: finds a declaration, and ignores other limits", () => {
    expect(declares(file("  const HOUR_MS = 3_600_000;"))).toBe(true);
    expect(declares(file("const KEPT_MS = 2 * HOUR_MS;"))).toBe(false);
  });
});

describe("the ledger is the only writer of balances", () => {
  test("no code writes a balance without commit, not even in the ledger", () => {
    // Benchmarks are exempt: they create 100,000 cards with one statement.
    const code = sources.filter(({ path }) => !/^bench\//.test(path));
    // No balances: the times up to which hours are closed, before a simulation in an empty ledger.
    const closedHours = ["hours_end", "wallet_hours_end"].map(
      (table) => `prisma/seed/simulated-time.ts UPDATE ledger.${table}`,
    );
    const found = balanceWrites(code).map((write) => write.replace(/:\d+ /, " "));
    expect(found).toEqual(closedHours);
  });

  test.each([
    "query(`UPDATE ledger.accounts SET version = 1`)",
    "query(`INSERT INTO\n  ledger.entries VALUES (1)`)",
    'query(`update only "ledger"."accounts" set x = 1`)',
    "query(`UPDATE accounts SET balance_micro_usd = balance_micro_usd + 1`)",
    "query(`SELECT ledger.post($1)`)",
    "prisma().ledgerAccount.updateMany({})",
    "query(`DELETE FROM ledger.journals`)",
  ])("self-test: finds the write in %s", (text) => {
    expect(balanceWrites([file(text)]).length).toBeGreaterThan(0);
  });

  test("self-test: ignores reads", () => {
    const reads = "SELECT balance_micro_usd FROM ledger.accounts WHERE balance_micro_usd >= 5";
    expect(balanceWrites([file(reads), file("SELECT commit_change_set($1)")])).toEqual([]);
  });
});
