import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import configure from "../../next.config.mjs";

// In a bundle of its own, `instanceof` would not recognize an error that another bundle's copy of the package has thrown.
test("the packages of providers are in no bundle, so that their error classes exist once", async () => {
  const text = await readFile(new URL("./provider-sdks.ts", import.meta.url), "utf8");
  const loaded = [...text.matchAll(/\bload\("([\w@/-]+)"\)/g)].map(([, name]) => name);
  expect(loaded).toEqual(["stripe", "lithic"]);
  const { serverExternalPackages } = configure("phase-production-build");
  expect(serverExternalPackages).toEqual(expect.arrayContaining(loaded));
});
