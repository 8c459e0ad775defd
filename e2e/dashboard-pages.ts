import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "../test/journey.ts";

interface Login {
  email: string;
  password: string;
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });

/** Fills the sign-in page in, wherever it was reached. */
export async function fillSignIn(page: Page, { email, password }: Login): Promise<void> {
  // A form that does not live yet would be sent by the browser itself.
  await page.waitForLoadState("networkidle");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
}

/** Signs in, and opens a page. */
export async function signIn(page: Page, login: Login, path = "/"): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(path)}`);
  await fillSignIn(page, login);
  await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
  await page.waitForLoadState("networkidle");
}

/**
 * No violation that axe can see, in either theme and on a phone, and nothing that scrolls sideways there. The phone is
 * looked at in one theme: what the other changes there are the colours, which are seen on the wide page.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of [size.width, 360]) {
      await page.setViewportSize({ width, height: size.height });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(width);
      if (width !== size.width && colorScheme === "dark") continue;
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        .analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
      expect(found, `${name}, ${colorScheme}, ${width} px`).toEqual([]);
    }
    await page.setViewportSize(size);
  }
}
