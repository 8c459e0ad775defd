import { gzipSync } from "node:zlib";
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

/** A button of the dialog that is open, where the page behind it has a button of the same name. */
export const dialogButton = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true });

/** Fills the sign-in page in, wherever it was reached. */
export async function fillSignIn(page: Page, { email, password }: Login): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
}

/** Copies what is shown only once, and closes it. */
export async function copyAndClose(page: Page): Promise<void> {
  await button(page, /^Copy (key|secret|link|codes)$/).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  await button(page, "Done").click();
}

/**
 * Signs in as the sign-in page does, without drawing it, and opens a page. The sign-in page itself is for
 * dashboard-session.spec.ts.
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

/** Back to the start of the page and of each part that scrolls: what is half under a heading is too small for axe. */
async function scrollToTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("*"))
      if (element.scrollTop > 0) element.scrollTop = 0;
  });
}

/** Where the layout changes: the least that each has. */
const WIDTHS = [1024, 640];

/** No violation that axe can see, in either theme and on a phone, and nothing that scrolls sideways at any width. */
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
    // The themes differ in colours alone: every-page.ts compares the elements of each page.
    const found = await violationsOf(page, { coloursOnly: colorScheme === "dark" });
    expect(found, `${name}, ${colorScheme}, ${width} px`).toEqual([]);
  };
  await check("light", size.width);
  for (const width of WIDTHS) await resize(width);
  await check("light", 360);
  await check("dark", size.width);
}

/** A reader of whom the server can guess nothing: it is another day there, and numbers are written otherwise. */
export const FAR_READER = {
  timezoneId: "Pacific/Auckland",
  locale: "de-DE",
  colorScheme: "dark",
} as const;

/** The scripts that a page may load before it is interactive, gzipped. */
const MAX_FIRST_LOAD_BYTES = 180_000;
const weighed = new Map<string, number>();

async function weigh(page: Page, script: string): Promise<number> {
  const bytes =
    weighed.get(script) ?? gzipSync(await (await page.request.get(script)).body()).length;
  weighed.set(script, bytes);
  return bytes;
}

/** Each page comes to life as the server drew it (test/service/journey.ts looks), and is light. */
export async function expectDrawnAlike(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    const html = await (await page.request.get(path)).text();
    const tags = [...new Set(html.match(/<script[^>]* src="[^"]+"[^>]*>/g))];
    const scripts = tags.flatMap((tag) =>
      /nomodule/i.test(tag) ? [] : (/src="([^"]+)"/.exec(tag)?.[1] ?? []),
    );
    let bytes = 0;
    for (const script of new Set(scripts)) bytes += await weigh(page, script);
    expect(bytes, `${path} loads its scripts`).toBeGreaterThan(0);
    expect(bytes, `${path} before it lives`).toBeLessThanOrEqual(MAX_FIRST_LOAD_BYTES);
  }
}
