import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../test/service/journey.ts";
import { button, signIn } from "./dashboard-pages.ts";

const SCRIPTS = "**/_next/static/**/*.js";

/** Opens a page whose scripts are held back until `letScriptsCome` is called. */
async function openWithoutScripts(context: BrowserContext, path: string) {
  const page = await context.newPage();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await promise;
    await route.continue();
  });
  const posts = recordPosts(page);
  await page.clock.install();
  await page.goto(path, { waitUntil: "commit" });
  return { page, posts, letScriptsCome: resolve };
}

/** Records the paths of all POST requests, by native form submission and by scripts. */
function recordPosts(page: Page): string[] {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  return posts;
}

test("a person submits a form before the scripts have loaded: it waits for them and is sent once", async ({
  context,
  service,
}) => {
  const { email = "", password = "" } = service.demo.partners[0] ?? {};
  const { page, posts, letScriptsCome } = await openWithoutScripts(
    context,
    "/sign-in?next=%2Fcards",
  );
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Password").press("Enter");
  await button(page, "Sign in").click();
  await expect(page.locator("form")).toHaveAttribute("aria-busy", "true");
  expect(posts).toEqual([]);
  await expect(page.getByLabel("Password")).toHaveValue(password);

  letScriptsCome();
  await expect(page).toHaveURL("/cards");
  const signIns = posts.filter((path) => path.startsWith("/api/auth/callback/"));
  expect(signIns).toHaveLength(1);
  expect(posts).not.toContain("/sign-in");
});

test("a submitted form waits long for the scripts: it says so, and is sent once they have loaded", async ({
  context,
  service,
}) => {
  const { email = "", password = "" } = service.demo.partners[0] ?? {};
  const { page, letScriptsCome } = await openWithoutScripts(context, "/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
  const late = page.getByRole("alert").filter({ hasText: "is still loading" });
  await expect(page.locator("form")).toHaveAttribute("aria-busy", "true");
  await expect(late).toBeHidden();
  await page.clock.fastForward(10_000);
  await expect(late).toBeVisible();

  letScriptsCome();
  await expect(page).toHaveURL("/");
});

test("a form submitted before the scripts have loaded is refused: it keeps its input", async ({
  context,
  service,
}) => {
  const { email = "" } = service.demo.partners[1] ?? {};
  const { page, letScriptsCome } = await openWithoutScripts(context, "/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("not the password");
  await button(page, "Sign in").click();
  letScriptsCome();
  const refusal = page.getByRole("alert").filter({ hasText: "Incorrect email or password" });
  await expect(refusal).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.locator("form")).not.toHaveAttribute("aria-busy");
});

test("a person submits an incomplete form: the missing field gets the focus, without any script", async ({
  context,
}) => {
  const { page, posts } = await openWithoutScripts(context, "/sign-in");
  await button(page, "Sign in").click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.locator("form")).not.toHaveAttribute("aria-busy");
  expect(posts).toEqual([]);
});

test("an owner submits invalid settings before the scripts have loaded: the field is marked", async ({
  context,
  service,
}) => {
  const partner = service.demo.partners[0] ?? { email: "", password: "" };
  await signIn(await context.newPage(), partner, "/settings/company");
  const { page, letScriptsCome } = await openWithoutScripts(context, "/settings/company");
  const field = page.getByLabel("Redirect URL");
  await field.fill("http://partner.example/done");
  await button(page, "Save URL").click();

  letScriptsCome();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("http://partner.example/done");
});

test("a person clicks on an amount and searches before the scripts have loaded: both take effect", async ({
  context,
  page,
  service,
}) => {
  const partner = { ...{ email: "", password: "" }, ...service.demo.partners[0] };
  await signIn(page, partner, "/cards");
  const href = await page.locator("[data-row-link]").first().getAttribute("href");
  const early = await openWithoutScripts(context, href ?? "");
  await button(early.page, /Explain this amount$/).click();
  await early.page.getByRole("searchbox").fill("amara");
  early.letScriptsCome();
  // Which card is the first one depends on other journeys, and it may have no transactions.
  await expect(early.page.getByText(/^The available balance of card ending/)).toBeVisible();
  await expect(early.page).toHaveURL(`${href}?search=amara`);
  await expect(early.page.getByRole("searchbox")).toHaveValue("amara");
});
