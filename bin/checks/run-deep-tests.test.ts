import { expect, test } from "vitest";
import { sourceFiles } from "../../test/architecture/source-files.ts";
import { deepJourneys, deepTestFiles } from "./run-deep-tests.ts";

test("npm run test:deep runs each test that has a full matrix", () => {
  const withMatrix = sourceFiles()
    .filter(({ text }) => /from "[^"]*\/test\/rounds(\.ts)?"/.test(text))
    .map(({ path }) => path);
  expect([...deepTestFiles, ...deepJourneys].sort()).toEqual(withMatrix);
});
