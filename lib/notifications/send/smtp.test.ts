import { setDefaultCACertificates } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { setMailSettings } from "@/test/fixtures/mail";
import { AUTHORITY } from "@/test/http/certificates";
import { startMailServer } from "@/test/http/mail-server";
import { mailFailureOf } from "./failure";
import { sendBySmtp, smtpOptions } from "./smtp";

const mail = { id: "eml_1", address: "ada@example.com", subject: "s", text: "t", html: "<p>t</p>" };
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  setDefaultCACertificates([AUTHORITY]);
});
async function serve(...args: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...args);
  open.push(server);
  setMailSettings({ SMTP_URL: server.url, MAIL_FROM: "no-reply@cards.example" });
  return server;
}

test.each([
  ["smtps://u:p%40ss@mail.example.com", { port: 465, secure: true, requireTLS: false }],
  ["smtp://u:p@mail.example.com", { port: 587, secure: false, requireTLS: true }],
  ["smtp://mail.example.com:2525", { port: 2525, secure: false, requireTLS: true }],
  ["smtp://127.0.0.1:2525", { host: "127.0.0.1", port: 2525, requireTLS: false }],
  ["smtp://[::1]:2525", { host: "::1", requireTLS: false }],
  ["smtp://localhost", { host: "localhost", port: 587, requireTLS: false }],
])("%s", (url, expected) => {
  expect(smtpOptions(url)).toMatchObject(expected);
});

test("the login is decoded, and absent without a user name", () => {
  expect(smtpOptions("smtps://u%40x:p%3Aw@mail.example.com").auth).toEqual({
    user: "u@x",
    pass: "p:w",
  });
  expect(smtpOptions("smtps://mail.example.com").auth).toBeUndefined();
});

test("a server without STARTTLS gets neither the login nor the message where encryption is required", async () => {
  const server = await serve({ login: { user: "relay", pass: "secret" } });
  const options = { ...smtpOptions(server.url), requireTLS: true };
  await expect(sendBySmtp(mail, options)).rejects.toThrow();
  expect(server.received).toHaveLength(0);
});

test("a certificate of an unknown authority is refused", async () => {
  setDefaultCACertificates([]);
  const server = await serve({ hasStartTls: true });
  const error = await sendBySmtp(mail).catch((thrown: unknown) => thrown);
  expect(mailFailureOf(error)).toMatchObject({ isFinal: false });
  expect(server.received).toHaveLength(0);
});

test("a server that stays silent after the data ends the attempt", async () => {
  const server = await serve({ isSilent: true });
  const options = { ...smtpOptions(server.url), socketTimeout: 200 };
  const error = await sendBySmtp(mail, options).catch((thrown: unknown) => thrown);
  expect(mailFailureOf(error)).toMatchObject({
    isFinal: false,
    text: expect.stringMatching(/time/i),
  });
});
