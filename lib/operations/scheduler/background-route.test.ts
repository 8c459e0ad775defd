import { afterAll, expect, test } from "vitest";
import { takeKeys } from "@/test/chain/without-keys";
import { call, endTests } from "@/test/fixtures/make";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";
import { backgroundRoute } from "./background-route";

afterAll(endTests);

const headers = { authorization: `Bearer ${process.env.CRON_SECRET}` };
const jobOf = (run: () => Promise<Record<string, number>>) => ({ name: "a-job", everyMs: 1, run });

test("responds with the result of the job", async () => {
  const answer = await call(backgroundRoute(jobOf(async () => ({ sent: 3 }))), { headers });
  expectSuccess(answer, { sent: 3 });
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
});

test("responds 500 without the cause", async () => {
  const route = backgroundRoute(
    jobOf(async () => {
      throw new Error("card 4000000000004242");
    }),
  );
  const answer = await call(route, { headers });
  expectRefusal(answer, 500, "INTERNAL_ERROR");
  expect(JSON.stringify(answer.json)).not.toContain("4242");
});

test("responds 503 while the database is unreachable, also if one of many calls failed", async () => {
  const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const route = backgroundRoute(
    jobOf(async () => {
      throw new AggregateError([away], "outcomes were not recorded");
    }),
  );
  const answer = await call(route, { headers });
  expectRefusal(answer, 503, "SERVICE_UNAVAILABLE");
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
});

test("a web process runs no job: it has no keys", async () => {
  process.env.SERVICE_ROLE = "web";
  const bringBack = takeKeys();
  let isRun = false;
  const route = backgroundRoute(
    jobOf(async () => {
      isRun = true;
      return {};
    }),
  );
  expectRefusal(await call(route, { headers }), 404, "NOT_FOUND");
  expectRefusal(await call(route), 401, "UNAUTHORIZED");
  expect(isRun).toBe(false);
  process.env.SERVICE_ROLE = "all";
  bringBack();
});
