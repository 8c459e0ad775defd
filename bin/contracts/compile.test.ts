import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { artifactsPath, compile } from "./compile.ts";

test("what is committed is what the sources compile to", () => {
  expect(JSON.parse(readFileSync(artifactsPath, "utf8"))).toEqual(compile());
}, 60_000);
