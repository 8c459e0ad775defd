import { expect, test } from "vitest";
import { isService, type SourceFile, sourceFiles } from "./source-files";
import { lineAt, nodesOf, syntaxOf } from "./syntax";

const NAMES = ["ServiceError", "ValidationError"];

/** Where a refusal is told by its class, which another bundle has a copy of. */
function classChecks(file: SourceFile): string[] {
  return [...nodesOf(syntaxOf(file))]
    .filter(({ type, operator, right }) => {
      const isCheck = type === "BinaryExpression" && operator === "instanceof";
      return isCheck && NAMES.includes(String((right as { name?: string }).name));
    })
    .map(({ start }) => `${file.path}:${lineAt(file, start)}`);
}

test("refusals are told by their mark (isServiceError), not by their class", () => {
  expect(sourceFiles().filter(isService).flatMap(classChecks)).toEqual([]);
});

test("self-test: a check by class is seen", () => {
  const text = "if (error instanceof ServiceError) throw error;\nif (isServiceError(error)) f();";
  expect(classChecks({ path: "lib/a.ts", text })).toEqual(["lib/a.ts:1"]);
});
