import { expect, test } from "vitest";
import { repositoryFolder } from "./paths.mjs";
import { localUrl, readHistoryDays, readPort, readStartSettings } from "./settings.mjs";

test("every setting has a default", () => {
  expect(readStartSettings({ DATABASE_URL: "" })).toEqual({
    environment: "staging",
    host: "127.0.0.1",
    port: 3000,
    dataDir: `${repositoryFolder}/.data`,
    externalDatabaseUrl: undefined,
    historyDays: 90,
  });
});

test("settings of the environment are used", () => {
  const env = {
    SERVICE_ENVIRONMENT: "production",
    HOST: "0.0.0.0",
    PORT: "0",
    DATA_DIR: "/srv/wallet",
    DATABASE_URL: "postgresql://db/wallet",
    DEMO_HISTORY_DAYS: "30",
  };
  expect(readStartSettings(env)).toEqual({
    environment: "production",
    host: "0.0.0.0",
    port: 0,
    dataDir: "/srv/wallet",
    externalDatabaseUrl: "postgresql://db/wallet",
    historyDays: 30,
  });
});

test.each(["http", "-1", "65536", "80.5"])("refuses the port %j", (text) => {
  expect(() => readPort(text)).toThrow("whole number");
});

test("a demo without history is small", () => {
  expect(readHistoryDays("0")).toBe(0);
});

test.each(["ninety", "-1", "29", "366", "30.5"])("refuses a history of %j days", (text) => {
  expect(() => readHistoryDays(text)).toThrow("DEMO_HISTORY_DAYS");
});

test("refuses an unknown environment", () => {
  expect(() => readStartSettings({ SERVICE_ENVIRONMENT: "live" })).toThrow("staging or production");
});

test.each([
  ["127.0.0.1", "http://127.0.0.1:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://127.0.0.1:3000"],
  ["::1", "http://[::1]:3000"],
  ["wallet.local", "http://wallet.local:3000"],
])("a server on host %s has the local URL %s", (host, url) => {
  expect(localUrl(host, 3000)).toBe(url);
});
