import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { POST as verify } from "@/app/api/v1/partner/sso/domains/[domain]/verify/route";
import { PUT as set } from "@/app/api/v1/partner/sso/route";
import { endTests, makePartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { addDomainDirectly, ssoBody } from "@/test/fixtures/sso";
import { expectRefusal } from "@/test/http/expect-answer";
import { readTxtBy } from "./domains/txt-records";

process.env.SERVICE_ENVIRONMENT = "production";
process.env.WEBHOOK_ALLOW_LOOPBACK = "off";
process.env.BASE_URL = "https://cards.example.com";
process.env.NEXTAUTH_URL = "https://cards.example.com";

let partnerId: string;
let owner: TestPerson;
let browser: Browser;
beforeEach(async () => {
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  owner = await makePerson({ partnerId });
  browser = await signedIn(owner);
});
afterAll(endTests);

test("in production a reserved domain needs its record as well", async () => {
  readTxtBy(async () => []);
  const domain = await addDomainDirectly(partnerId, { domain: `${randomUUID()}.example` });
  const answer = await browser.call(verify, { method: "POST", params: { domain }, body: {} });
  expectRefusal(answer, 409, "SSO_DOMAIN_UNPROVEN");
});

test("in production a provider on this machine is not asked", async () => {
  const body = { ...ssoBody(), password: owner.password };
  const answer = await browser.call(set, { method: "PUT", body });
  expectRefusal(answer, 400, "SSO_ISSUER_UNUSABLE");
  expect(JSON.stringify(answer.json)).toContain("must be an https:// URL");
});
