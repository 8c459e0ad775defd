import { expect, test } from "vitest";
import { isTest, sourceFiles } from "../architecture/source-files";
import { slowExpressions, slowness } from "./slow-expressions";

/** Expressions that are built at run time from trusted text. */
const MADE_AT_RUN_TIME = [
  // Built from a literal in the same file.
  /^lib\/contract\/fields\.ts:\d+ new RegExp\(UNSAFE_CHARACTERS, "gu"\)/,
  // Built from the names of this repository's tests.
  /^bin\/checks\/read-mutant-outcome\.ts:\d+ new RegExp\(namePattern\(test\), "s"\)/,
];

test("no regular expression outside the tests takes more than linear time", () => {
  const sources = sourceFiles().filter((file) => !isTest(file));
  const found = sources.flatMap(slowExpressions);
  expect(found.filter((one) => !MADE_AT_RUN_TIME.some((known) => known.test(one)))).toEqual([]);
});

test.each([
  /0+$/,
  /\s+$/,
  /^\s+|\s+$/g,
  /(a|a)*$/,
  /(x+x+)+y/,
  /^(\w+\s?)*$/,
  /^(.+)@(.+)$/,
  /^\d+.*;\d*$/,
  /\bVersion\/.*\bSafari\//,
  /\$\{[^}]*\}/,
  /<!--.*-->/s,
  /(?:"[^,]*",)/,
  /a{1,9999}b/,
  /^a.*b.*c$/,
  /^.*x$/m,
])("self-test: %s is slow", ({ source, flags }) => {
  expect(slowness(source, flags)).not.toEqual([]);
});

test.each([
  /^0+/,
  /0{1,4}$/,
  /\{(\w+)\}/g,
  /, ([^,]*)$/,
  /'nonce-([^']+)'/,
  /=(.*)/s,
  /^[^\s\\]+$/,
  /^(-?)(\d+)(?:\.(\d+))?$/,
  /\s+/,
  /^0x([0-9a-f]{2})*$/i,
])("self-test: %s is not slow", ({ source, flags }) => {
  expect(slowness(source, flags)).toEqual([]);
});

test("self-test: finds expressions that are built at run time", () => {
  const text = "const a = new RegExp(b);\nconst c = RegExp(`x` + d);";
  expect(slowExpressions({ path: "lib/a.ts", text })).toHaveLength(2);
});
