import "@/test/database";
import { afterAll, afterEach, expect, test } from "vitest";
import { listener } from "@/lib/db/listener";
import { endTests } from "@/test/fixtures/make";
import { DueNotifier, onDueEvents } from "./due-notices";

let heard = 0;
const end = onDueEvents(() => {
  heard += 1;
});
const notifier = new DueNotifier();
afterEach(() => {
  heard = 0;
});
afterAll(async () => {
  end();
  await listener().close();
  await endTests();
});

test("a worker hears of events that another process committed", async () => {
  expect(await listener().ready()).toBe(true);
  heard = 0;
  notifier.request();
  await expect.poll(() => heard).toBe(1);
});

test("many commits are few notices, and the last of them is announced", async () => {
  for (let i = 0; i < 1_000; i++) notifier.request();
  await expect.poll(() => heard).toBeGreaterThanOrEqual(2);
  expect(heard).toBeLessThan(10);
});

test("a process that ends announces what it has not yet", async () => {
  notifier.request();
  notifier.request();
  await notifier.stop();
  await expect.poll(() => heard).toBeGreaterThanOrEqual(1);
});
