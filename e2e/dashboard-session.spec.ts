import { hash, randomUUID } from "node:crypto";
import { TOTP } from "otpauth";
import { expect, test } from "../test/service/journey.ts";
import { openElsewhere, whenLiving } from "../test/service/living-page.ts";
import { serviceBooks } from "../test/service/service-books.ts";
import { callFrom, codeOf } from "./console-pages.ts";
import { button, dialogButton, expectAccessible, fillSignIn, signIn } from "./dashboard-pages.ts";

const AT_ONCE = 50;

test("a visitor opens a page without a session: sign-in comes first, and then the page", async ({
  page,
  service,
}) => {
  for (const path of ["/", "/users", "/users/usr_1", "/cards?skip=50", "/cards/card_1?do=fund"]) {
    await page.goto(path);
    await expect(page).toHaveURL(
      path === "/" ? /sign-in\?next=%2F$/ : `/sign-in?next=${encodeURIComponent(path)}`,
    );
  }
  await page.goto("/cards?skip=50");
  const [partner] = service.demo.partners;
  await fillSignIn(page, partner ?? { email: "", password: "" });
  await expect(page).toHaveURL("/cards?skip=50");
});

test("a visitor enters wrong passwords: the refusal hides what was wrong, and a lock states the time to wait", async ({
  page,
  service,
}) => {
  await page.goto("/sign-in");
  const email = service.demo.partners[1]?.email ?? "";
  await fillSignIn(page, { email, password: "not the password" });
  const alert = page.getByRole("alert");
  await expect(alert.filter({ hasText: "Incorrect email or password" })).toBeVisible();
  await expect(page.getByLabel("Code")).toHaveCount(0);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expectAccessible(page, "a refused sign-in");
  // An unknown email is locked in the same way, and does not lock a person of the demo for later journeys.
  for (let i = 0; i < 6; i++) {
    const answered = page.waitForResponse(/callback\/credentials/);
    await fillSignIn(page, { email: "nobody@example.com", password: "not the password" });
    await answered;
  }
  await expect(alert.filter({ hasText: /Too many attempts.*Try again in \d+ s/s })).toBeVisible();
  await expectAccessible(page, "a locked sign-in");
});

test("an administrator signs in by password, then by the code, which is submitted as soon as it is typed", async ({
  page,
  service,
}) => {
  const admin = service.demo.admins[0];
  if (!admin) throw new Error("the demo has no administrator");
  await page.goto("/sign-in?next=%2Fadmin");
  for (let i = 0; i < 6; i++) {
    await fillSignIn(page, admin);
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await expect(page.getByLabel("Code")).toBeFocused();
    if (i === 5) break;
    await button(page, "Back").click();
    await expect(page.getByLabel("Email")).toHaveValue(admin.email);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter your 6-digit code.")).toBeVisible();
  await expectAccessible(page, "the code of a sign-in");
  await page.keyboard.type("000000");
  const refused = page.getByLabel("Code");
  await expect(refused).toHaveAccessibleDescription(/Incorrect or expired code/);
  const read = page.getByRole("alert").filter({ hasText: "Incorrect or expired code" });
  await expect(read).toHaveCount(1);
  await expect(page.getByLabel("Code")).toBeFocused();
  await button(page, "Use a recovery code").click();
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await expectAccessible(page, "the recovery code of a sign-in");
  await button(page, "Use authenticator app").click();
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.keyboard.type(codeOf(admin));
  await expect(page).toHaveURL("/admin");
});

test("a person signs in with the URL of another site as next page: the own overview opens", async ({
  page,
  service,
}) => {
  const [partner] = service.demo.partners;
  await page.goto("/sign-in?next=//evil.example/");
  await fillSignIn(page, partner ?? { email: "", password: "" });
  await expect(page).toHaveURL("/");
});

test("a person signs out: the session ends for every page", async ({ page, service }) => {
  const [partner] = service.demo.partners;
  await signIn(page, partner ?? { email: "", password: "" });
  await button(page, /Account/).click();
  await button(page, "Sign out").click();
  await expect(page).toHaveURL("/sign-in");
  await page.goto("/users");
  await expect(page).toHaveURL(/sign-in/);
});

test("a session ends in another tab: the page asks to sign in and keeps its path", async ({
  page,
  service,
}) => {
  const [partner] = service.demo.partners;
  await signIn(page, partner ?? { email: "", password: "" }, "/cards");
  const elsewhere = whenLiving(await page.context().newPage());
  await elsewhere.goto("/");
  await button(elsewhere, /Account/).click();
  await button(elsewhere, "Sign out").click();
  await expect(elsewhere).toHaveURL("/sign-in");
  // The stream of change notices ends, so the page checks its session.
  await expect(page).toHaveURL("/sign-in?next=%2Fcards");
});

test("an administrator signs in: the console opens, and a partner's page refers to the console", async ({
  page,
  service,
}) => {
  const [admin] = service.demo.admins;
  if (!admin) throw new Error("the demo has no administrator");
  await page.goto("/sign-in");
  await fillSignIn(page, admin);
  await page.getByLabel("Code").fill(new TOTP({ secret: admin.totpSecret }).generate());
  await expect(page).toHaveURL("/admin");
  await page.goto("/users");
  await expect(page.getByRole("heading", { name: "This page is for partners" })).toBeVisible();
  await expectAccessible(page, "the statement for operators");
  await page.getByRole("link", { name: "Go to console" }).click();
  await expect(page).toHaveURL("/admin");
});

test("an owner opens the console: the page says that it is for the operator", async ({
  page,
  service,
}) => {
  const [partner] = service.demo.partners;
  await signIn(page, partner ?? { email: "", password: "" }, "/admin");
  await expect(page.getByRole("heading", { name: "This page is for the operator" })).toBeVisible();
  await expectAccessible(page, "the statement for partners");
});

test("a person chooses a theme: a reload keeps it", async ({ page, service }) => {
  const [partner] = service.demo.partners;
  await signIn(page, partner ?? { email: "", password: "" });
  await button(page, /Account/).click();
  await page.getByLabel("Dark").check();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("an owner invites a viewer, who joins, is offered no change, and is removed", async ({
  page,
  service,
  browser,
}) => {
  const owner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(page, owner, "/settings");
  await button(page, "Invite member").click();
  const email = `${randomUUID()}@example.com`;
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("dialog").getByLabel("Role").selectOption("viewer");
  await page.getByLabel("Your password").fill("not the password");
  await button(page, "Create invite link").click();
  await expect(page.getByText("Incorrect password.")).toBeVisible();
  await expect(page.getByLabel("Your password")).toBeFocused();
  await expectAccessible(page, "the form of an invitation with a wrong password");
  await page.getByLabel("Your password").fill(owner.password);
  await button(page, "Create invite link").click();
  const link = (await page.getByText(/\/invite\//).textContent()) ?? "";

  const viewer = await openElsewhere(browser, service.baseUrl);
  await viewer.goto(link);
  await viewer.getByLabel("Your name").fill("Jonas Weber");
  await viewer.getByLabel("Password").fill("too short");
  await button(viewer, "Join").click();
  await expect(viewer.getByText("Must be at least 12 characters.")).toBeVisible();
  await viewer.getByLabel("Password").fill("password1234");
  await button(viewer, "Join").click();
  await expect(viewer.getByText("Is too easy to guess")).toBeVisible();
  await viewer.getByLabel("Password").fill("a few words do well");
  await button(viewer, "Join").click();
  // Joining also signs the person in.
  await expect(viewer.getByRole("heading", { name: "Needs attention" })).toBeVisible();

  for (const [path, name] of [
    ["/users", "Create user"],
    ["/cards", "Create card"],
    ["/withdrawals", "Request withdrawal"],
    ["/developers", "Create key"],
    ["/settings", "Invite member"],
  ] as const) {
    await viewer.goto(`${service.baseUrl}${path}`);
    await expect(viewer.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(button(viewer, name)).toHaveCount(0);
    // The page names the required role.
    await expect(viewer.getByText(/^(Only owners|Owners and developers)/).first()).toBeVisible();
  }
  await viewer.goto(`${service.baseUrl}/withdrawals?do=create`);
  await expect(viewer.getByRole("dialog", { name: "Only owners can withdraw" })).toBeVisible();
  await expectAccessible(viewer, "the refusal of a withdrawal to a viewer");
  await button(viewer, "Close").last().click();
  await expect(viewer.getByRole("dialog")).toHaveCount(0);
  await viewer.goto(`${service.baseUrl}/cards`);
  await viewer.getByRole("row").nth(1).getByRole("link").click();
  await expect(viewer.getByText("Billing address")).toBeVisible();
  for (const name of ["Fund", "Freeze", "Terminate", "Show number"])
    await expect(button(viewer, name)).toHaveCount(0);

  await viewer.goto(link);
  await expect(viewer.getByText("This invitation is not valid")).toBeVisible();
  await page.goto("/settings");
  await button(page, "Remove Jonas Weber").click();
  await dialogButton(page, "Remove Jonas Weber").click();
  await expect(page.getByLabel("Notifications").getByText("was removed")).toBeVisible();
  await viewer.goto(`${service.baseUrl}/cards`);
  await expect(viewer).toHaveURL(/sign-in/);
});

test("each page response has a fresh nonce in its policy, and all its scripts carry the nonce", async ({
  request,
}) => {
  const nonces = new Set<string>();
  for (const path of ["/sign-in", "/sign-in", "/nowhere"]) {
    const answer = await request.get(path);
    const policy = answer.headers()["content-security-policy"] ?? "";
    const [, nonce = "none"] = /script-src 'nonce-([^']+)' 'strict-dynamic';/.exec(policy) ?? [];
    expect(policy).toContain("frame-ancestors 'none'");
    const scripts = (await answer.text()).match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
  expect((await request.get("/api/health")).headers()).toHaveProperty(
    "content-security-policy",
    "default-src 'none'; frame-ancestors 'none'",
  );
});

test("a client forges X-Forwarded-For: the session does not record it, and guesses of API keys stay limited", async ({
  page,
  service,
}) => {
  const [partner] = service.demo.partners;
  await page.setExtraHTTPHeaders({ "X-Forwarded-For": "203.0.113.7" });
  await signIn(page, partner ?? { email: "", password: "" });
  const { data } = await callFrom(page, "GET", "/api/account/sessions");
  expect(data.sessions.map(({ ipAddress }: { ipAddress: string }) => ipAddress)).not.toContain(
    "203.0.113.7",
  );
  const guess = async (i: number) => {
    const headers = {
      Authorization: `Bearer sk_staging_${randomUUID().padEnd(43, "x")}`,
      "X-Forwarded-For": `203.0.113.${i % 250}`,
    };
    return (await fetch(`${service.baseUrl}/api/v1/partner/wallet/balance`, { headers })).status;
  };
  // The limit of an address refills faster than a slow machine guesses. So the address has made its guesses already.
  const { sql } = serviceBooks(service.dataDir, "");
  const bucket = [hash("sha256", "bad keys 127.0.0.1", "hex")];
  await sql(
    `INSERT INTO rate_buckets (key, tokens, filled_at) VALUES ($1, -1000, now() + interval '1 hour')
     ON CONFLICT (key) DO UPDATE SET tokens = excluded.tokens, filled_at = excluded.filled_at`,
    bucket,
  );
  const statuses = new Set<number>();
  // A process admits some without a look at the limit of all processes.
  for (let i = 0; i < 10_000 && !statuses.has(429); i += AT_ONCE)
    for (const status of await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => guess(i + n))))
      statuses.add(status);
  await sql("DELETE FROM rate_buckets WHERE key = $1", bucket);
  expect([...statuses]).toEqual([401, 429]);
});
