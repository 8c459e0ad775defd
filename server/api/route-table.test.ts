import { expect, test } from "vitest";
import { routeFolders, routesText } from "@/bin/build/generate-routes.ts";
import { type RouteModule, routeTable } from "./route-table.ts";

const named = (...patterns: string[]): Record<string, RouteModule> =>
  Object.fromEntries(patterns.map((pattern) => [pattern, { GET: pattern }]));
const find = routeTable(
  named(
    "/api/[[...rest]]",
    "/api/auth/[...nextauth]",
    "/api/cards/[id]",
    "/api/cards/fund",
    "/api/cards/[id]/reveal",
    "/api/cards/fund/[batch]/rows",
    "/api/health",
  ),
);

test.each([
  ["/api/health", "/api/health", {}],
  ["/api/health/", "/api/health", {}],
  ["/api/cards/fund", "/api/cards/fund", {}],
  ["/api/cards/card_1", "/api/cards/[id]", { id: "card_1" }],
  ["/api/cards/card_1/reveal", "/api/cards/[id]/reveal", { id: "card_1" }],
  // A fixed segment without a matching route does not hide the route with a parameter.
  ["/api/cards/fund/reveal", "/api/cards/[id]/reveal", { id: "fund" }],
  ["/api/cards/fund/7/rows", "/api/cards/fund/[batch]/rows", { batch: "7" }],
  ["/api/auth/callback/x", "/api/auth/[...nextauth]", { nextauth: ["callback", "x"] }],
  ["/api/auth", "/api/[[...rest]]", { rest: ["auth"] }],
  ["/api/cards", "/api/[[...rest]]", { rest: ["cards"] }],
  ["/api", "/api/[[...rest]]", {}],
])("%s leads to %s", (path, pattern, params) => {
  const found = find(path);
  expect([found?.module.GET, found?.params]).toEqual([pattern, params]);
});

test("returns undefined for an unknown path if there is no catch-all", () => {
  const some = routeTable(named("/api/health"));
  expect(["/api", "/api/x", "/api/health/x"].map(some)).toEqual([undefined, undefined, undefined]);
});

test("throws if one segment has two names", () => {
  expect(() => routeTable(named("/api/cards/[id]", "/api/cards/[cardId]/x"))).toThrow("two names");
});

test("the generated table has every route file under its pattern", async () => {
  const folders = await routeFolders();
  expect(folders).toEqual(expect.arrayContaining(["api/health", "api/auth/[...nextauth]"]));
  expect(folders.length).toBeGreaterThan(130);
  const text = routesText(["api/health", "api/cards/[id]"]);
  expect(text).toContain('import * as route1 from "@/app/api/cards/[id]/route";');
  expect(text).toContain('"/api/cards/[id]": route1,');
});

test("all route files are in the generated table, because the server calls no others", async () => {
  const { globSync } = await import("node:fs");
  const all = globSync("app/**/route.{ts,tsx}").map((file) => file.replace(/\\/g, "/"));
  const generated = (await routeFolders()).map((folder) => `app/${folder}/route.ts`);
  expect(all.toSorted()).toEqual(generated.toSorted());
});
