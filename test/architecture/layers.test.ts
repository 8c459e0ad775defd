import { expect, test } from "vitest";
import { describeImport, importsOf } from "./imports";
import { isUpward, LAYERS, layerOf } from "./layers";
import { isService, sourceFiles } from "./source-files";

const files = sourceFiles();
const service = files.filter(isService);

test("every file of lib is in a folder of the list, and every folder has files", () => {
  const used = new Set(files.flatMap(({ path }) => layerOf(path) ?? []));
  expect([...used].sort()).toEqual([...LAYERS].sort());
});

test("folders of lib import only from folders above them", () => {
  const found = importsOf(files).filter(({ from }) => isService(from));
  expect(found.filter(isUpward).map(describeImport)).toEqual([]);
  expect(service.length).toBeGreaterThan(500);
});

test.each([
  ["a domain imports the pipeline", "lib/cards/a.ts", `import "@/lib/http/b";`],
  ["a type alone", "lib/cards/a.ts", `import type { B } from "@/lib/http/b";`],
  ["a folder that is not in the list", "lib/cards/a.ts", `export * from "../new/b";`],
  ["a file of lib itself", "lib/cards/a.ts", `const b = await import("@/lib/b");`],
  ["from a folder that is not in the list", "lib/new/a.ts", `import "@/lib/http/b";`],
])("self-test: refuses %s", (_, path, text) => {
  const made = ["lib/http/b.ts", "lib/new/b.ts", "lib/b.ts"].map((each) => ({
    path: each,
    text: "",
  }));
  expect(importsOf([...made, { path, text }]).filter(isUpward)).toHaveLength(1);
});

test("self-test: allows a folder above, the own folder and files outside of lib", () => {
  const text = `import "@/lib/cards/b"; import "./c/d"; import "pg"; import "@/prisma/generated/client";`;
  const made = [
    { path: "lib/cards/b.ts", text: "" },
    { path: "lib/http/c/d.ts", text: "" },
    { path: "lib/http/a.ts", text },
    { path: "app/a.ts", text: `import "@/lib/api/b";` },
  ];
  expect(importsOf(made).filter(isUpward)).toEqual([]);
});
