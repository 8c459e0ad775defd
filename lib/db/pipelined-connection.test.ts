import { setTimeout as sleep } from "node:timers/promises";
import "@/test/database";
import { Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { ownerClient } from "@/test/database/attack";
import { eventually } from "@/test/eventually";
import { PipelinedConnection } from "./pipelined-connection";

const pipelines: PipelinedConnection[] = [];

function makePipeline(config = {}): PipelinedConnection {
  const pipeline = new PipelinedConnection({
    connectionString: process.env.DATABASE_URL,
    ...config,
  });
  pipelines.push(pipeline);
  return pipeline;
}

const ask = (pipeline: PipelinedConnection, text: string, values: unknown[] = []) =>
  pipeline.query<{ value: string }>({ name: text.replace(/\W+/g, "_"), text, values });
const firstValue = async (rows: Promise<{ value: string }[]>) => (await rows)[0]?.value;
const backendOf = (pipeline: PipelinedConnection) =>
  firstValue(ask(pipeline, "SELECT pg_backend_pid() AS value"));

async function terminate(backend: unknown): Promise<void> {
  const owner = await ownerClient();
  await owner.query("SELECT pg_terminate_backend($1)", [backend]);
  await owner.end();
}

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(pipelines.splice(0).map((pipeline) => pipeline.close()));
});

test("concurrent statements each get their own result over one connection", async () => {
  const pipeline = makePipeline();
  const numbers = Array.from({ length: 500 }, (_, index) => String(index));
  const answers = numbers.map((number) =>
    ask(pipeline, "SELECT $1::text AS value, pg_backend_pid() AS backend", [number]),
  );
  expect(pipeline.underWay).toBe(500);
  const rows = (await Promise.all(answers)).flat();
  expect(rows.map(({ value }) => value)).toEqual(numbers);
  expect(new Set(rows.map((row) => Reflect.get(row, "backend"))).size).toBe(1);
  expect(pipeline.underWay).toBe(0);
});

test("statements of one tick are sent in one write", async () => {
  const pipeline = makePipeline();
  await backendOf(pipeline);
  const write = vi.spyOn(Socket.prototype, "_writev");
  await Promise.all(Array.from({ length: 20 }, () => backendOf(pipeline)));
  expect(write).toHaveBeenCalledTimes(1);
});

test("a failing statement affects no other, prepared or not", async () => {
  const pipeline = makePipeline();
  const divide = (by: number) => firstValue(ask(pipeline, "SELECT 12 / $1::int AS value", [by]));
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.allSettled([
      divide(1),
      divide(0),
      divide(2),
      divide(0),
      divide(3),
    ]);
    expect(answers).toMatchObject([
      { value: 12 },
      { reason: { code: "22012" } },
      { value: 6 },
      { reason: { code: "22012" } },
      { value: 4 },
    ]);
  }
});

test("a syntax error affects no other statement", async () => {
  const pipeline = makePipeline();
  const answers = await Promise.allSettled([
    firstValue(ask(pipeline, "SELECT 1 AS value")),
    ask(pipeline, "SELEC 2"),
    firstValue(ask(pipeline, "SELECT 3 AS value")),
  ]);
  expect(answers).toMatchObject([{ value: 1 }, { reason: { code: "42601" } }, { value: 3 }]);
});

test("a lost connection fails the current statements and is reopened for later ones", async () => {
  const pipeline = makePipeline();
  const backend = await backendOf(pipeline);
  const waiting = Promise.allSettled([ask(pipeline, "SELECT pg_sleep(60)"), backendOf(pipeline)]);
  await terminate(backend);
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await backendOf(pipeline)).not.toBe(backend);
});

test("a silent connection is closed, and each of its waiting statements had no response in time", async () => {
  const pipeline = makePipeline({ query_timeout: 1_000 });
  // A busy machine may not answer in this time at once.
  const backend = await eventually(() => backendOf(pipeline));
  const first = expect(ask(pipeline, "SELECT pg_sleep(60)")).rejects.toThrow(/query read timeout/i);
  // Its own time is not over when the first one closes the connection. It must not look like a lost connection.
  await sleep(50);
  await expect(backendOf(pipeline)).rejects.toThrow(/query read timeout/i);
  await first;
  await eventually(async () => expect(await backendOf(pipeline)).not.toBe(backend));
  // PostgreSQL would sleep on, though nobody waits for it.
  await terminate(backend);
});

test("an unreachable database is tried again at the next use", async () => {
  const config = { connectionString: "postgresql://127.0.0.1:1/none" };
  const pipeline = new PipelinedConnection(config);
  pipelines.push(pipeline);
  await expect(backendOf(pipeline)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  config.connectionString = process.env.DATABASE_URL ?? "";
  expect(await firstValue(ask(pipeline, "SELECT 1 AS value"))).toBe(1);
  expect(pipeline.underWay).toBe(0);
});

test("closing waits for running statements", async () => {
  const pipeline = makePipeline();
  const answer = firstValue(ask(pipeline, "SELECT pg_sleep(0.2)::text || 'done' AS value"));
  await pipeline.close();
  expect(await answer).toBe("done");
});
