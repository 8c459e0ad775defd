import { expect, test } from "vitest";
import { setting } from "../bootstrap/setting.mjs";
import { databaseUrls } from "./urls.ts";

const service = "postgresql://app@pooler:6432/wallet";
const direct = "postgresql://app@database:5432/wallet";
const migrate = "postgresql://owner@database:5432/wallet";

test.each([
  [{ DATABASE_URL: service }, { service, direct: service, migrate: service }],
  [
    { DATABASE_URL: service, DATABASE_DIRECT_URL: "", DATABASE_MIGRATE_URL: " " },
    { service, direct: service, migrate: service },
  ],
  [
    { DATABASE_URL: service, DATABASE_DIRECT_URL: direct },
    { service, direct, migrate: direct },
  ],
  [
    { DATABASE_URL: service, DATABASE_DIRECT_URL: direct, DATABASE_MIGRATE_URL: migrate },
    { service, direct, migrate },
  ],
  [
    { DATABASE_URL: "", DATABASE_MIGRATE_URL: migrate },
    { service: migrate, direct: migrate, migrate },
  ],
])("of %j each login is the most specific one that is set", (env, urls) => {
  expect(databaseUrls(env)).toEqual(urls);
});

test.each([
  [{}, /^DATABASE_URL is not set/],
  [{ DATABASE_URL: "" }, /^DATABASE_URL is not set/],
  [
    { DATABASE_URL: service, DATABASE_DIRECT_URL: "database:5432" },
    /^DATABASE_DIRECT_URL is no URL/,
  ],
  [{ DATABASE_URL: "mysql://a:hush@b/c" }, /^DATABASE_URL is no URL/],
])("%j is refused: the message names the setting and hides its value", (env, text) => {
  expect(() => databaseUrls(env)).toThrow(text);
  expect(() => databaseUrls(env)).not.toThrow(/hush/);
});

test("a setting with an empty value counts as not set", () => {
  expect(setting("A", { A: " " })).toBeUndefined();
  expect(setting("A", { A: " b " })).toBe("b");
});
