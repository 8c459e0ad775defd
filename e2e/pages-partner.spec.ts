import { expect, test } from "../test/service/journey.ts";
import { journeyUserBody } from "../test/service/journey-user.ts";
import { dropSession } from "../test/service/living-page.ts";
import { serviceBooks } from "../test/service/service-books.ts";
import { callFrom, callWithKey } from "./console-pages.ts";
import { signIn } from "./dashboard-pages.ts";
import { checkPage, checkPages, type Detail, pagesOfApp } from "./every-page.ts";

const nobody = { partnerId: "", email: "", password: "", apiKey: "" };

/** The pages of the dashboard; a detail page names the list that links to it. */
const PAGES: Record<string, Detail | undefined> = {
  "/": undefined,
  "/users": undefined,
  "/users/[id]": { list: "/users", prefix: "/users/usr_" },
  "/cards": undefined,
  "/cards/[id]": { list: "/cards", prefix: "/cards/card_" },
  "/disputes": undefined,
  "/transactions": undefined,
  "/transactions/[id]": { list: "/transactions", prefix: "/transactions/txn_" },
  "/wallet": undefined,
  "/wallet/statements": undefined,
  "/wallet/[id]": { list: "/wallet", prefix: "/wallet/dep_" },
  "/withdrawals": undefined,
  "/withdrawals/[id]": { list: "/withdrawals", prefix: "/withdrawals/wd_" },
  "/developers": undefined,
  "/developers/webhooks": undefined,
  "/developers/webhooks/[eventId]": {
    list: "/developers/webhooks",
    prefix: "/developers/webhooks/evt_",
  },
  "/developers/requests": undefined,
  "/developers/requests/[requestId]": {
    list: "/developers/requests",
    prefix: "/developers/requests/req_",
  },
  "/developers/reference": undefined,
  "/developers/reference/[operationId]": {
    list: "/developers/reference",
    prefix: "/developers/reference/",
  },
  "/settings": undefined,
  "/settings/account": undefined,
  "/settings/audit": undefined,
  "/settings/audit/[entryId]": { list: "/settings/audit", prefix: "/settings/audit/aud_" },
  "/settings/company": undefined,
  "/settings/sso": undefined,
};

/** The pages for visitors without a session. The tests below check each of them separately. */
const PUBLIC = [
  "/[...path]",
  "/explorer/[chain]/tx/[hash]",
  "/invite/[token]",
  "/sandbox/mail",
  "/sandbox/mail/[id]",
  "/sign-in",
  "/sign-in/reset",
  "/sign-in/reset/[token]",
  "/status",
  "/verify/[token]",
];

test("the list of checked dashboard pages is complete", async () => {
  const found = (await pagesOfApp()).filter((path) => !/^\/admin(\/|$)/.test(path));
  expect(found).toEqual([...Object.keys(PAGES), ...PUBLIC].sort());
});

test("an owner opens every page of the dashboard: axe reports no violation in both themes and sizes", async ({
  page,
  service: { demo, baseUrl },
}) => {
  test.setTimeout(20 * 60_000);
  const partner = demo.partners[0] ?? nobody;
  const withdrawal = { amount: 20, toAddress: "0x52908400098527886E0F7030069857D2E4169EE7" };
  const asked = { baseUrl, apiKey: partner.apiKey };
  const made = await callWithKey(asked, "POST", "/api/v1/partner/withdrawal", withdrawal);
  expect(made.status).toBe(200);
  await signIn(page, partner);
  // Leaves an entry in the audit log.
  const redirect = { redirectUrl: "https://example.com/verified" };
  await callFrom(page, "POST", "/api/v1/partner/profile/redirect-url", redirect);
  await checkPages(page, PAGES);
  await checkPage(page, "not-found", "/there-is-no-such-page");
  await expect(page.getByText("Page not found").first()).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: "Cards", exact: true }).click();
  await expect(page).toHaveURL("/cards");
});

test("a visitor opens every public page: axe reports no violation in both themes and sizes", async ({
  page,
  service: { demo, baseUrl, dataDir },
}) => {
  test.setTimeout(20 * 60_000);
  const partner = demo.partners[0] ?? nobody;
  const asked = { baseUrl, apiKey: partner.apiKey };
  const user = await callWithKey(asked, "POST", "/api/v2/partner/card/users", journeyUserBody());
  const listed = await callWithKey(asked, "GET", "/api/v1/partner/wallet/deposits");
  const [deposit] = listed.data.deposits as { chain: string; txHash: string }[];
  await signIn(page, partner);
  const invited = await callFrom(page, "POST", "/api/v1/partner/people/invitations", {
    email: String(journeyUserBody().email),
    role: "viewer",
    password: partner.password,
  });
  expect(invited.status).toBe(201);
  await dropSession(page);

  await checkPage(page, "sign-in", "/sign-in");
  await checkPage(page, "status", "/status");
  await expect(page.getByRole("heading", { name: "Status", exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Withdrawals, last 7 days/ })).toBeVisible();
  await checkPage(page, "reset", "/sign-in/reset");
  await checkPage(page, "reset-unknown", "/sign-in/reset/unknown");
  await checkPage(page, "mailbox", "/sandbox/mail");
  const mail = await page.locator('a[href^="/sandbox/mail/"]').first().getAttribute("href");
  await checkPage(page, "mail", String(mail));
  await checkPage(page, "invite", String(invited.data.inviteUrl));
  await checkPage(page, "invite-unknown", "/invite/unknown");
  await checkPage(page, "verify", String(user.data.verificationUrl));
  await checkPage(page, "verify-unknown", "/verify/unknown");
  await checkPage(page, "explorer", `/explorer/${deposit?.chain}/tx/${deposit?.txHash}`);
  await checkPage(page, "not-found-stranger", "/there-is-no-such-page");

  // A page that fails, and has no error page beside it.
  const { sql } = serviceBooks(dataDir, partner.partnerId);
  await sql("ALTER TABLE invitations RENAME TO invitations_away");
  await checkPage(page, "failed", String(invited.data.inviteUrl));
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  await sql("ALTER TABLE invitations_away RENAME TO invitations");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: /^Join / })).toBeVisible();
});
