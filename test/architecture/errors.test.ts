import { expect, test } from "vitest";
import { isService, type SourceFile, sourceFiles } from "./source-files";
import { lineAt, nodesOf, syntaxOf } from "./syntax";

const NAMES = ["ServiceError", "ValidationError"];

/**
 * Returns the places that recognize a refusal by its class. That fails for a refusal of another bundle's copy of the
 * class.
 */
function classChecks(file: SourceFile): string[] {
  return nodesOf(syntaxOf(file))
    .filter(({ type, operator, right }) => {
      const isCheck = type === "BinaryExpression" && operator === "instanceof";
      return isCheck && NAMES.includes(String((right as { name?: string }).name));
    })
    .map(({ start }) => `${file.path}:${lineAt(file, start)}`);
}

test("refusals are recognized with isServiceError, not by their class", () => {
  expect(sourceFiles().filter(isService).flatMap(classChecks)).toEqual([]);
});

test("self-test: finds a check of the class", () => {
  const text = "if (error instanceof ServiceError) throw error;\nif (isServiceError(error)) f();";
  expect(classChecks({ path: "lib/a.ts", text })).toEqual(["lib/a.ts:1"]);
});
