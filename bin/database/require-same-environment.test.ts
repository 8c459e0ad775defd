import { beforeEach, expect, test } from "vitest";
import { attack, ownerClient } from "@/test/database/attack";
import { requireSameEnvironment } from "./require-same-environment.ts";

const NOT_GRANTED = "42501";
const url = process.env.DATABASE_URL ?? "";

async function asOwner(statement: string) {
  const client = await ownerClient();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
const kept = () => asOwner("SELECT environment FROM service_environment");

beforeEach(async () => {
  await asOwner("DELETE FROM service_environment");
});

test("the first start records the environment of the database, and can be repeated", async () => {
  await requireSameEnvironment(url, "production");
  await requireSameEnvironment(url, "production");
  expect(await kept()).toEqual([{ environment: "production" }]);
});

test.each([
  ["staging", "production"],
  ["production", "staging"],
])("a database of %s is refused for a start as %s, and stays unchanged", async (is, asked) => {
  await requireSameEnvironment(url, is);
  await expect(requireSameEnvironment(url, asked)).rejects.toMatchObject({
    kind: "settings",
    message: expect.stringMatching(
      `^SERVICE_ENVIRONMENT=${asked}: this database is one of ${is}, since 20\\d\\d-.+Z\\. Start the service as that, or`,
    ),
  });
  expect(await kept()).toEqual([{ environment: is }]);
});

test("concurrent first starts as different environments: only one environment succeeds", async () => {
  const outcomes = await Promise.allSettled(
    ["staging", "production", "staging", "production"].map((each) =>
      requireSameEnvironment(url, each),
    ),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await kept()).toHaveLength(1);
});

test("the service's role cannot change the recorded environment", async () => {
  await requireSameEnvironment(url, "staging");
  for (const statement of [
    "UPDATE service_environment SET environment = 'production'",
    "DELETE FROM service_environment",
  ])
    expect(await attack({ role: "app", statements: [statement] })).toBe(NOT_GRANTED);
});

test("a database that does not exist: the error names its host", async () => {
  const elsewhere = new URL(url);
  elsewhere.pathname = "/no_such_database";
  await expect(requireSameEnvironment(elsewhere.href, "staging")).rejects.toMatchObject({
    kind: "database",
    message: expect.stringContaining(`The environment of the database at ${elsewhere.host}`),
  });
});
