import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { artifactsPath, compile } from "./compile.ts";

test("the committed artifacts equal the result of compiling the sources", () => {
  expect(JSON.parse(readFileSync(artifactsPath, "utf8"))).toEqual(compile());
});
