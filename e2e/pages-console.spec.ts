import { expect, test } from "../test/service/journey.ts";
import { dropSession } from "../test/service/living-page.ts";
import {
  callFrom,
  callWithKey,
  codeOf,
  disputePurchase,
  makeHeldDeposit,
  signInOperator,
} from "./console-pages.ts";
import { signIn } from "./dashboard-pages.ts";
import { checkPages, type Detail, pagesOfApp } from "./every-page.ts";

const nobody = { email: "", password: "", totpSecret: "" };

/** The pages of the console; a detail page names the list that links to it. */
const PAGES: Record<string, Detail | undefined> = {
  "/admin": undefined,
  "/admin/withdrawals/[id]": { list: "/admin", prefix: "/admin/withdrawals/wd_" },
  "/admin/partners": undefined,
  "/admin/partners/[id]": { list: "/admin/partners", prefix: "/admin/partners/ptn_" },
  "/admin/deposits": undefined,
  "/admin/deposits/[id]": { list: "/admin/deposits", prefix: "/admin/deposits/dep_" },
  "/admin/users": undefined,
  "/admin/users/[id]": { list: "/admin/users", prefix: "/admin/users/usr_" },
  "/admin/disputes": undefined,
  "/admin/disputes/[id]": { list: "/admin/disputes", prefix: "/admin/disputes/dsp_" },
  "/admin/books": undefined,
  "/admin/books/checks": undefined,
  "/admin/books/journals": undefined,
  "/admin/books/journals/[id]": {
    list: "/admin/books/journals",
    prefix: "/admin/books/journals/jrn_",
  },
  "/admin/books/shortfalls": undefined,
  "/admin/books/partners": undefined,
  "/admin/books/partners/[id]": {
    list: "/admin/books/partners",
    prefix: "/admin/books/partners/ptn_",
  },
  "/admin/books/partners/[id]/statement": {
    list: "/admin/books/partners",
    prefix: "/admin/books/partners/ptn_",
    suffix: "/statement",
  },
  "/admin/postings": undefined,
  "/admin/postings/[id]": { list: "/admin/postings", prefix: "/admin/postings/pst_" },
  "/admin/health": undefined,
  "/admin/audit": undefined,
  "/admin/audit/[id]": { list: "/admin/audit", prefix: "/admin/audit/aud_" },
  "/admin/operators": undefined,
  "/admin/account": undefined,
};

test("the list of checked console pages is complete", async () => {
  const found = (await pagesOfApp()).filter((path) => /^\/admin(\/|$)/.test(path));
  expect(found).toEqual(Object.keys(PAGES).sort());
});

test("an administrator opens every page of the console: axe reports no violation in both themes and sizes", async ({
  page,
  service: { demo, baseUrl },
}) => {
  test.setTimeout(20 * 60_000);
  const owner = demo.partners[0] ?? { email: "", password: "", apiKey: "" };
  const partner = { baseUrl, apiKey: owner.apiKey };
  // The audit log needs a change by a person.
  await signIn(page, owner, "/settings/company");
  const redirect = { redirectUrl: "https://app.example.com/verified" };
  await callFrom(page, "POST", "/api/v1/partner/profile/redirect-url", redirect);
  await dropSession(page);
  const made = await callWithKey(partner, "POST", "/api/v1/partner/withdrawal", {
    amount: 21,
    toAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
  });
  expect(made.status).toBe(200);
  await makeHeldDeposit(partner, 12.5);
  await disputePurchase(partner);
  const [admin = nobody] = demo.admins;
  await signInOperator(page, admin);
  const payment = { kind: "network_payment", amount: 5, paidFrom: "bank", reason: "July" };
  const body = { ...payment, totp: codeOf(admin) };
  const requested = await callFrom(page, "POST", "/api/admin/postings", body);
  expect(requested.status).toBe(201);
  await checkPages(page, PAGES);
});
