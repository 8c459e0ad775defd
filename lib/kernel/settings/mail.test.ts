import { expect, test } from "vitest";
import { testEnvironment } from "@/test/environment";
import { readEnv } from "../env";

const base = testEnvironment("postgresql://localhost/x");
const SECRET = `whsec_${"a".repeat(32)}`;
const SMTP = { SMTP_URL: "smtps://u:p@mail.example.com", MAIL_FROM: "a@example.com" };
const HOOK = { OPERATOR_WEBHOOK_URL: "https://ops.example.com/x", OPERATOR_WEBHOOK_SECRET: SECRET };

test.each(["a@example.com", "Cards and wallet <no-reply@cards.example.com>"])(
  "MAIL_FROM may be %s",
  (MAIL_FROM) => {
    expect(readEnv({ ...base, ...SMTP, ...HOOK, MAIL_FROM })).toMatchObject({ ...SMTP, MAIL_FROM });
  },
);

test.each([
  [{ SMTP_URL: SMTP.SMTP_URL }, "MAIL_FROM must be set, as SMTP_URL is"],
  [{ MAIL_FROM: SMTP.MAIL_FROM }, "SMTP_URL must be set, as MAIL_FROM is"],
  [
    { ...SMTP, SMTP_URL: "https://mail.example.com" },
    "SMTP_URL must be an smtps:// or smtp:// URL",
  ],
  [{ ...SMTP, MAIL_FROM: "nobody" }, "MAIL_FROM must be an address"],
  [{ ...SMTP, MAIL_FROM: "A <a@b.c>\r\nBcc: d@e.f" }, "MAIL_FROM must be an address"],
  [
    { OPERATOR_WEBHOOK_URL: HOOK.OPERATOR_WEBHOOK_URL },
    "OPERATOR_WEBHOOK_SECRET must be set, as OPERATOR_WEBHOOK_URL is",
  ],
  [{ ...HOOK, OPERATOR_WEBHOOK_SECRET: "short" }, "OPERATOR_WEBHOOK_SECRET must be whsec_"],
])("%o is refused", (settings, message) => {
  expect(() => readEnv({ ...base, ...settings })).toThrow(message);
});
