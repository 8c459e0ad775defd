import "@/test/database";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests } from "@/test/fixtures/make";
import { purgeMessages } from "../purge-messages";
import { readMailbox, readMessage } from "./read-mailbox";
import { deleteFromMailbox, listMailbox, storeInMailbox } from "./store";

afterEach(() => setMailSettings({ SANDBOX_MAILBOX: undefined, SERVICE_ENVIRONMENT: "staging" }));
afterAll(endTests);

const local = new Headers({ "x-loopback-client": "yes" });
const mail = { id: "eml_1", address: "a@example.com", subject: "s", text: "t", html: "<p>" };

test("the mailbox is read by clients on this machine only, and has a repeated message once", async () => {
  useMailbox();
  const at = new Date();
  await storeInMailbox(mail, at);
  await storeInMailbox(mail, at);
  expect(await readMailbox(local)).toEqual([
    { id: "eml_1", recipient: "a@example.com", subject: "s", sentAt: at },
  ]);
  expect(await readMessage(local, "eml_1")).toMatchObject({ text: "t", html: "<p>" });
  expect(await readMessage(local, "eml_2")).toBeUndefined();
  for (const headers of [new Headers(), new Headers({ "x-forwarded-for": "127.0.0.1" })]) {
    expect(await readMailbox(headers)).toBeUndefined();
    expect(await readMessage(headers, "eml_1")).toBeUndefined();
  }
});

test("the mailbox is absent where it is off, and the settings refuse it in production", async () => {
  expect(await readMailbox(local)).toBeUndefined();
  setMailSettings({ SANDBOX_MAILBOX: "on", SERVICE_ENVIRONMENT: "production" });
  await expect(readMailbox(local)).rejects.toThrow("SANDBOX_MAILBOX must be off in production");
});

describe("messages of the mailbox that are older than KEEP_MAIL_DAYS", () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
  const stored = async () => (await listMailbox()).map(({ id }) => id);
  beforeEach(async () => {
    await deleteFromMailbox(new Date(Date.now() + DAY_MS), 1_000);
    for (const [id, days] of [
      ["eml_young", 29],
      ["eml_old1", 31],
      ["eml_old2", 32],
      ["eml_old3", 33],
    ] as const)
      await storeInMailbox({ ...mail, id }, daysAgo(days));
  });

  test("are deleted in batches until none is left, and younger ones stay", async () => {
    expect(await purgeMessages(2)).toEqual({ messages: 3 });
    expect(await stored()).toEqual(["eml_young"]);
  });

  test("are deleted by one statement up to the size of a batch only", async () => {
    expect(await deleteFromMailbox(daysAgo(30), 2)).toBe(2);
    expect(await stored()).toHaveLength(2);
    expect(await stored()).toContain("eml_young");
  });
});
