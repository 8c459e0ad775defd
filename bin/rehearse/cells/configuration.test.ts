import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Ports, routerFiles, urlOf } from "./configuration.ts";

const ports: Ports = {
  ...{ router: 1, aPostgres: 2, aWeb: 3, aWorker: 4, bPostgres: 5, bWeb: 6, bWorker: 7 },
};
const fileOf = (name: string) => routerFiles(ports).get(name) ?? "";
const linesOf = (name: string) =>
  fileOf(name)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(" "));

test("every file of ops/cells is filled in completely", () => {
  expect([...routerFiles(ports).keys()]).toEqual(["haproxy.cfg", "hosts.map", "keys.map"]);
  for (const text of routerFiles(ports).values()) expect(text).not.toMatch(/\$\{[A-Z]/);
});

test("each cell that a map names is a backend with processes of its own", () => {
  const named = [...linesOf("hosts.map"), ...linesOf("keys.map")].map(([, cell]) => cell);
  expect([...new Set(named)].sort()).toEqual(["a", "api", "b"]);
  const [, a = "", b = ""] = fileOf("haproxy.cfg").split(/^backend cell_/m);
  expect([a.startsWith("a\n"), b.startsWith("b\n")]).toEqual([true, true]);
  expect([a.includes("127.0.0.1:3"), a.includes("127.0.0.1:6")]).toEqual([true, false]);
  expect([b.includes("127.0.0.1:3"), b.includes("127.0.0.1:6")]).toEqual([false, true]);
});

test("the host name of each cell is the one of its address", () => {
  const hosts = Object.fromEntries(linesOf("hosts.map").map(([host, cell]) => [cell, host]));
  for (const name of ["api", "a", "b"] as const)
    expect(new URL(urlOf(name, ports)).hostname).toBe(hosts[name]);
});

test("a key leads to its cell; one from before there were cells leads to none of the patterns", () => {
  const cellOf = (key: string) =>
    linesOf("keys.map").find(([pattern]) => new RegExp(pattern ?? "").test(key))?.[1];
  const random = randomBytes(32).toString("base64url");
  expect(cellOf(`sk_live_a_${random}`)).toBe("a");
  expect(cellOf(`sk_staging_b_${random}`)).toBe("b");
  expect(cellOf(`sk_live_${random}`)).toBeUndefined();
  expect(cellOf(`sk_live_a_${random.slice(2)}`)).toBeUndefined();
});

test("all cells but one can be at their limit without taking every connection of the router", () => {
  const text = fileOf("haproxy.cfg");
  const all = Number(/maxconn (\d+)/.exec(text)?.[1]);
  const limits = [...text.matchAll(/be_conn gt (\d+)/g)].map(([, limit]) => Number(limit));
  expect(limits).toHaveLength(2);
  expect(limits.reduce((sum, each) => sum + each, 0)).toBeLessThan(all);
});
