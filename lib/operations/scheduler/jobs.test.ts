import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ALL_JOBS } from "../health/all-jobs";
import * as healthJobs from "../health/history/record-health-job";
import * as booksJobs from "./books-jobs";
import * as jobs from "./jobs";

const FOLDER = "app/api/internal";
/** The name of each route's job, by the path of the route below the folder. */
const routed = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("route.ts"))
    .flatMap((path) => {
      const text = readFileSync(join(FOLDER, path), "utf8");
      const [, name] = /POST = backgroundRoute\((\w+)\)/.exec(text) ?? [];
      return name === undefined ? [] : [[path.replace(/\/route\.ts$/, ""), name] as const];
    }),
);
const named: Record<string, unknown> = { ...jobs, ...booksJobs, ...healthJobs };
const nameOf = (job: unknown) => Object.keys(named).find((name) => named[name] === job);

test("each job has a route, or an outside scheduler (SCHEDULER=off) could not run it", () => {
  expect([...routed.values()]).toEqual(expect.arrayContaining(ALL_JOBS.map(nameOf)));
});

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };

test("docs/operating.md has each route for an outside scheduler, with the interval of its job", () => {
  const page = readFileSync("docs/operating.md", "utf8");
  const [, section = ""] = /\n## An outside scheduler\n(.*?)\n## /s.exec(page) ?? [];
  const documented = [...section.matchAll(/^\| (\d+) ([smh]) +\| (.+)$/gm)].flatMap(
    ([, count, unit = "", routes = ""]) =>
      [...routes.matchAll(/`([a-z/-]+)`/g)].map(([, route = ""]) => ({
        route,
        everyMs: Number(count) * (UNIT_MS[unit] ?? Number.NaN),
      })),
  );
  const intervals = new Map(ALL_JOBS.map((job) => [nameOf(job), job.everyMs]));
  const made = [...routed].map(([route, name]) => ({ route, everyMs: intervals.get(name) }));
  const inOrder = (routes: readonly { route: string }[]) =>
    [...routes].sort((one, other) => one.route.localeCompare(other.route));
  expect(inOrder(documented)).toEqual(inOrder(made));
});
