import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { startIdentityProvider } from "../test/fixtures/identity-provider.ts";
import { expect, test } from "../test/service/journey.ts";
import { dropSession, openElsewhere } from "../test/service/living-page.ts";
import type { StartedService } from "../test/service/start-service.ts";
import { callFrom, codeOf, type Operator, signInOperator } from "./console-pages.ts";
import { button, dialogButton, expectAccessible, signIn } from "./dashboard-pages.ts";
import { expectSmallScripts } from "./first-load.ts";
import { expectState } from "./state.ts";

const nobody = { email: "", password: "", apiKey: "", partnerId: "" };
const noOperator: Operator = { email: "", password: "", totpSecret: "" };

/** Requires single sign-on of the signed-in owner, who sets up an authenticator for it. */
async function requireSso(page: Page, { password }: { password: string }): Promise<Operator> {
  const started = await callFrom(page, "POST", "/api/account/second-factor", { password });
  const owner = { ...noOperator, password, totpSecret: String(started.data.secret) };
  const totp = codeOf(owner);
  await callFrom(page, "POST", "/api/account/second-factor/confirm", { totp });
  const { data } = await callFrom(page, "GET", "/api/account");
  const sso = await callFrom(page, "GET", "/api/v1/partner/sso");
  const { version } = sso.data.connection as { version: string };
  const required = await callFrom(page, "PUT", "/api/v1/partner/sso/only", {
    ...{ isOnly: true, breakGlassPersonIds: [data.personId], version, password },
  });
  expect(required.status).toBe(200);
  return owner;
}

/** Ends the required single sign-on of a partner as its two administrators do. */
async function endSso(browser: Browser, { demo, baseUrl }: StartedService, partnerId: string) {
  const [one = noOperator, other = noOperator] = demo.admins;
  const first = await openElsewhere(browser, baseUrl);
  await signInOperator(first, one, `/admin/partners/${partnerId}`);
  await expect(first.getByText("Single sign-on required")).toBeVisible();
  await expectState(first, "partner-required-sso");
  await button(first, "End requirement").click();
  await expect(dialogButton(first, "Cancel")).toBeFocused();
  await expectState(first, "partner-end-sso");
  await first.keyboard.type(codeOf(one));
  await button(first, "Request end").click();
  await expect(first.getByText("You requested this. Another administrator must")).toBeVisible();
  const second = await openElsewhere(browser, baseUrl);
  await signInOperator(second, other, "/admin");
  // Other journeys leave requests in the queue.
  const request = second.getByRole("listitem").filter({ hasText: "End required single sign-on" });
  await expect(request).toBeVisible();
  await expectState(second, "partner-end-sso-request");
  await request.getByRole("button", { name: /^Confirm…/ }).click();
  await expect(dialogButton(second, "Cancel")).toBeFocused();
  await expectState(second, "partner-end-sso-confirm");
  await second.keyboard.type(codeOf(other));
  await button(second, "Confirm change").click();
  await expect(second.getByText(/^Confirmed for /)).toBeVisible();
  await expect(first.getByText("Single sign-on required")).toHaveCount(0);
}

test("an owner connects an identity provider, and an invited person signs in with it", async ({
  page,
  browser,
  service,
}) => {
  const { demo, baseUrl } = service;
  const provider = await startIdentityProvider();
  const owner = demo.partners[0] ?? nobody;
  const domain = `${randomUUID()}.example`;
  const email = `ada@${domain}`;
  await signIn(page, owner);

  await expectSmallScripts(await page.goto("/settings/sso"));
  await expectAccessible(page, "single sign-on that is not set up");
  await page.getByLabel("Email domain").fill(domain);
  await page.getByRole("button", { name: "Add domain" }).click();
  await page.getByRole("button", { name: `Verify ${domain}` }).click();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();

  const redirectUri = await page.getByText(/\/api\/auth\/callback\/ptn_/).textContent();
  provider.allow(String(redirectUri));
  await page.getByLabel("Issuer URL").fill(provider.issuer);
  await page.getByLabel("Client ID").fill(provider.clientId);
  await page.getByLabel("Client secret").fill(provider.clientSecret);
  const form = page.locator("form").filter({ hasText: "Issuer URL" });
  await form.getByLabel("Your password").fill(owner.password);
  await form.getByRole("button", { name: "Save provider" }).click();
  await expect(page.getByText("Nobody has signed in since the last change.")).toBeVisible();

  const invited = await callFrom(page, "POST", "/api/v1/partner/people/invitations", {
    ...{ email, role: "viewer", password: owner.password },
  });
  expect(invited.status).toBe(201);

  const colleague = await openElsewhere(browser, baseUrl);
  const account = { sub: randomUUID(), email, email_verified: false, name: "Ada Lovelace" };
  provider.account = account;
  const signInAt = async () => {
    await colleague.goto("/sign-in");
    await colleague.getByLabel("Email").fill(email);
    await colleague.getByRole("button", { name: "Continue with single sign-on" }).click();
    await colleague.waitForURL(`${provider.issuer}/**`);
    await colleague.locator("[name=login]").fill(account.sub);
    await colleague.locator("[name=password]").fill("any");
    await colleague.locator("[type=submit]").click();
    await colleague.locator("[name=prompt][value=consent]").waitFor({ state: "attached" });
    await colleague.locator("[type=submit]").click();
  };
  await signInAt();
  await expect(
    colleague.getByText("Your identity provider has not verified your email"),
  ).toBeVisible();
  await expectAccessible(colleague, "the sign-in page after a refused single sign-on");
  provider.account = { ...account, email_verified: true };
  await colleague.context().clearCookies();
  await signInAt();
  await expect(colleague).toHaveURL("/");

  await page.reload();
  await expect(page.getByRole("button", { name: "Unlink Ada Lovelace" })).toBeVisible();
  await expectAccessible(page, "single sign-on that is in use");

  await dropSession(colleague);
  await colleague.goto("/sign-in");
  await colleague.getByLabel("Email").fill("ada@elsewhere.example");
  await colleague.getByRole("button", { name: "Continue with single sign-on" }).click();
  await expect(colleague.getByText("Single sign-on is not set up for this email")).toBeVisible();

  const guarded = await requireSso(page, owner);
  await endSso(browser, service, owner.partnerId);
  await page.reload();
  await expect(button(page, "Require single sign-on")).toBeVisible();
  const { password } = owner;
  const factor = { password, code: codeOf(guarded) };
  expect((await callFrom(page, "DELETE", "/api/account/second-factor", factor)).status).toBe(200);

  // The other journeys use the demo without a provider.
  const removed = await callFrom(page, "DELETE", "/api/v1/partner/sso", {
    password: owner.password,
  });
  expect(removed.status).toBe(200);
  await callFrom(page, "DELETE", `/api/v1/partner/sso/domains/${domain}`);
  await provider.close();
});

test("an owner whose page missed another owner's change sees it before saving over it", async ({
  page,
  browser,
  service,
}) => {
  const provider = await startIdentityProvider();
  const owner = service.demo.partners[1] ?? nobody;
  const path = "/api/v1/partner/sso";
  const { issuer, clientId, clientSecret } = provider;
  const known = { issuer, clientId, clientSecret, roleClaim: "groups", password: owner.password };
  const roleRules = [{ value: "contractors", role: "owner" }];
  await signIn(page, owner);
  const first = await callFrom(page, "PUT", path, { ...known, roleRules });
  expect(first.status).toBe(200);
  // This page hears of no change, as for the moment that a notice takes.
  await page.route("**/api/v1/partner/live*", (route) => route.abort());
  let isDeaf = true;
  await page.route(`**${path}`, (route) =>
    isDeaf && route.request().method() === "GET" ? route.abort() : route.fallback(),
  );
  await page.goto("/settings/sso");
  const form = page.locator("form").filter({ hasText: "Issuer URL" });
  await expect(form.getByLabel("Role rules")).toHaveValue("contractors = owner");

  const colleague = await openElsewhere(browser, service.baseUrl);
  await signIn(colleague, owner, "/settings/sso");
  const theirs = colleague.locator("form").filter({ hasText: "Issuer URL" });
  await theirs.getByLabel("Role rules").fill("contractors = viewer");
  await theirs.getByLabel("Your password").fill(owner.password);
  await theirs.getByRole("button", { name: "Save provider" }).click();
  await expect(colleague.getByText("Single sign-on saved")).toBeVisible();

  await form.getByLabel("Client ID").fill("another-client");
  await form.getByLabel("Your password").fill(owner.password);
  await form.getByRole("button", { name: "Save provider" }).click();
  await expect(form.getByText("so nothing was saved")).toBeVisible();
  isDeaf = false;
  await form.getByRole("button", { name: "Save provider" }).click();
  await expect(form.getByText("The settings changed meanwhile")).toBeVisible();
  await expect(form.getByLabel("Role rules")).toHaveValue("contractors = viewer");
  await expect(form.getByLabel("Client ID")).toHaveValue("another-client");
  await expectState(page, "sso-overtaken");
  await form.getByLabel("Your password").fill(owner.password);
  await form.getByRole("button", { name: "Save provider" }).click();
  await expect(page.getByText("Single sign-on saved")).toBeVisible();

  const { data } = await callFrom(page, "GET", path);
  expect(data.connection).toMatchObject({
    clientId: "another-client",
    roleRules: [{ role: "viewer" }],
  });
  const { password } = owner;
  expect((await callFrom(page, "DELETE", path, { password })).status).toBe(200);
  await provider.close();
});
