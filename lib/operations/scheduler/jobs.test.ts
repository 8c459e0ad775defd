import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ALL_JOBS } from "../health/all-jobs";
import * as healthJobs from "../health/history/record-health-job";
import * as booksJobs from "./books-jobs";
import * as jobs from "./jobs";

const FOLDER = "app/api/internal";
const routed = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("route.ts"))
  .flatMap((path) => [
    ...readFileSync(join(FOLDER, path), "utf8").matchAll(/POST = backgroundRoute\((\w+)\)/g),
  ])
  .map(([, name]) => name);

test("each job has a route, or an outside scheduler (SCHEDULER=off) could not run it", () => {
  const named: Record<string, unknown> = { ...jobs, ...booksJobs, ...healthJobs };
  const nameOf = (job: unknown) => Object.keys(named).find((name) => named[name] === job);
  expect(routed).toEqual(expect.arrayContaining(ALL_JOBS.map(nameOf)));
});
