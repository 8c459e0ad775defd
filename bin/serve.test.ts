import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

function run(args: string[], env: Record<string, string | undefined> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  const lines = (text: string): Record<string, unknown>[] =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  return { status, stdout: lines(stdout), stderr: lines(stderr) };
}

const line = (level: number, msg: unknown) => ({ level, time: expect.any(String), msg });

test("npm run serve reports invalid settings as a line of JSON and exits with 2", () => {
  const { status, stdout, stderr } = run(["bin/serve.mjs"], { CRON_SECRET: "", DATABASE_URL: "x" });
  expect(status).toBe(2);
  expect(stdout).toEqual([]);
  expect(stderr).toEqual([
    line(60, expect.stringMatching(/DATABASE_URL[\s\S]*CRON_SECRET is missing/)),
  ]);
});

test("output of the framework becomes lines of JSON: without colors, one per call, none for empty output", () => {
  const script = `
    import { printJson } from "./server/json-console.ts";
    printJson();
    console.log("\\u001b[1m▲ Next.js 16\\u001b[22m");
    console.log("");
    console.info("two\\nlines", { a: 1 });
    console.warn("careful");
    console.error(new Error("broken"));`;
  const { status, stdout, stderr } = run(["--input-type=module", "--eval", script]);
  expect(status).toBe(0);
  expect(stdout).toEqual([line(30, "▲ Next.js 16"), line(30, "two\nlines { a: 1 }")]);
  expect(stderr).toEqual([
    line(40, "careful"),
    line(50, expect.stringMatching(/^Error: broken\n\s+at /)),
  ]);
});
