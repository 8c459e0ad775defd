import "@/test/database";
import { afterAll, afterEach, expect, test } from "vitest";
import { setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests } from "@/test/fixtures/make";
import { readMailbox, readMessage } from "./read-mailbox";
import { storeInMailbox } from "./store";

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
