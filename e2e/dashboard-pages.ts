import type { Page } from "@playwright/test";
import { expect } from "../test/service/journey.ts";
import { waitForKeys, waitForRest } from "../test/service/living-page.ts";
import { violationsOf } from "./axe.ts";

interface Login {
  email: string;
  password: string;
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });

/** A button of the open dialog, where the page behind it has a button of the same name. */
export const dialogButton = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true });

/** Fills in and submits the sign-in form of the open page. */
export async function fillSignIn(page: Page, { email, password }: Login): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
}

/** Copies the secret that a dialog shows only once, and closes the dialog. */
export async function copyAndClose(page: Page): Promise<void> {
  await button(page, /^Copy (key|secret|link|codes)$/).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  await button(page, "Done").click();
}

/**
 * Signs in with the requests of the sign-in page, without rendering it, and opens a page. The sign-in page itself is
 * tested in dashboard-session.spec.ts.
 */
export async function signIn(page: Page, login: Login & { totp?: string }, path = "/") {
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const answer = await page.request.post("/api/auth/callback/credentials", {
    form: { csrfToken, json: "true", ...login },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto(path);
  await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
  await waitForKeys(page);
}

/** Scrolls the page and all its parts to the top: axe reports a target that a heading half covers as too small. */
async function scrollToTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("*"))
      if (element.scrollTop > 0) element.scrollTop = 0;
  });
}

/** The breakpoints of the layout: the smallest width of each variant. */
const WIDTHS = [1024, 640];

/** Expects no violation by axe in either theme and on a phone, and no sideways scrolling at any breakpoint. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  const resize = async (width: number) => {
    await page.setViewportSize({ width, height: size.height });
    await scrollToTop(page);
    await waitForRest(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(width);
  };
  const check = async (colorScheme: "light" | "dark", width: number) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await resize(width);
    // The themes differ only in colors: every-page.ts compares the elements of each page.
    const found = await violationsOf(page, { coloursOnly: colorScheme === "dark" });
    expect(found, `${name}, ${colorScheme}, ${width} px`).toEqual([]);
  };
  await check("light", size.width);
  for (const width of WIDTHS) await resize(width);
  await check("light", 360);
  await check("dark", size.width);
}

/** A browser whose settings the server cannot know: another date, number format and theme. */
export const FAR_READER = {
  timezoneId: "Pacific/Auckland",
  locale: "de-DE",
  colorScheme: "dark",
} as const;

/** Opens each page; test/service/journey.ts fails the journey if one hydrates with a mismatch. */
export async function openEach(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) await page.goto(path);
}

/** Moves the focus to the page's search by its key. The page hears the key once its scripts run. */
export async function focusSearch(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(page.locator("input[type=search]:focus")).toBeVisible({ timeout: 1_000 });
  }).toPass();
}
