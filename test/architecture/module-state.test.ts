import { expect, test } from "vitest";
import { moduleState } from "./module-state";
import { isService, type SourceFile, sourceFiles } from "./source-files";

/**
 * State of which each bundle may have its own copy, by file and variable, with the reason. All other state must be in
 * `perProcess`, because Next bundles a module several times.
 */
const PER_BUNDLE: Record<string, string> = {
  "clock.ts offsetMs": "moved by tests only",
  "ids.ts used": "a pool of random bytes",
  "env.ts cached": "a cache of what never changes",
  "password.ts nobodysHash": "a cache of what never changes",
  "zoned-time.ts formats": "a cache of what never changes",
  "rows.ts snakeNames": "a cache of what never changes",
  "seal.ts keys": "a cache of what never changes",
  "serve-document.ts served": "a cache of what never changes",
  "current-reference.ts current": "a cache of what never changes",
  "text-document.ts fonts": "a cache of what never changes",
  "known-migrations.ts known": "a cache of what never changes",
  "deposit-address.ts root": "a cache of what never changes",
  "dial-tls.ts secureContext": "a cache of what never changes",
  "issuer.ts made": "made from the settings, without state",
  "client.ts clients": "connections, of which there may be several",
};

const isServers = ({ path }: SourceFile) => /^lib\/(?!api\/client\/)/.test(path);

/** Returns the name without folders, so that the list survives moves of files. */
const shortName = (state: string) => state.replace(/^\S*\//, "");

test("mutable state exists once per process", () => {
  const found = moduleState(sourceFiles().filter(isService).filter(isServers)).map(shortName);
  expect(found.toSorted()).toEqual(Object.keys(PER_BUNDLE).toSorted());
});

test("only perProcess writes to globalThis", () => {
  const found = sourceFiles()
    .filter(isService)
    .filter(isServers)
    .filter(({ text }) => /\bglobalThis\b/.test(text));
  expect(found.map(({ path }) => path)).toEqual(["lib/kernel/per-process.ts"]);
});

test("self-test: finds mutable state", () => {
  const text = `
    let count = 0;
    export const known = new Map();
    known.set(1, 2);
    const memory = new Memory();
    const list: string[] = [];
    const add = () => list.push("a");
    const fixed = new Map([[1, 2]]);
    const names = ["a"];
    const keyed = new WeakMap();
    const shared = perProcess("shared", () => new Map());
    shared.set(1, 2);`;
  expect(moduleState([{ path: "lib/a.ts", text }])).toEqual(
    ["count", "known", "memory", "list"].map((name) => `lib/a.ts ${name}`),
  );
});
