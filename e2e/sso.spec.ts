import { randomUUID } from "node:crypto";
import { startIdentityProvider } from "../test/fixtures/identity-provider.ts";
import { expect, test } from "../test/service/journey.ts";
import { dropSession, openElsewhere } from "../test/service/living-page.ts";
import { callFrom } from "./console-pages.ts";
import { expectAccessible, signIn } from "./dashboard-pages.ts";
import { expectSmallScripts } from "./first-load.ts";

const nobody = { email: "", password: "", apiKey: "" };

test("an owner connects an identity provider, and an invited person signs in with it", async ({
  page,
  browser,
  service: { demo, baseUrl },
}) => {
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

  // The other journeys use the demo without a provider.
  const removed = await callFrom(page, "DELETE", "/api/v1/partner/sso", {
    password: owner.password,
  });
  expect(removed.status).toBe(200);
  await callFrom(page, "DELETE", `/api/v1/partner/sso/domains/${domain}`);
  await provider.close();
});
