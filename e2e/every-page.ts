import { randomUUID } from "node:crypto";
import { glob } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "../test/service/journey.ts";
import { waitForKeys, waitForRest } from "../test/service/living-page.ts";
import { RULES } from "./dashboard-pages.ts";

const repositoryFolder = resolve(import.meta.dirname, "..");

/** Where each look at a page is left as a picture: `<page>-<theme>-<size>.png`. */
export const PICTURES = join(repositoryFolder, "test-results/pages");

export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
export const THEMES = ["light", "dark"] as const;
/** WCAG 1.4.10: down to here a page is read without scrolling sideways. */
const NARROWEST_PX = 320;

/** The paths of all pages, as folders of `app` name them: `/cards/[id]`. */
export async function pagesOfApp(): Promise<string[]> {
  const paths: string[] = [];
  for await (const file of glob("app/**/page.tsx", { cwd: repositoryFolder }))
    paths.push(
      `/${file
        .split("/")
        .slice(1, -1)
        .filter((folder) => !folder.startsWith("("))
        .join("/")}`,
    );
  return paths.sort();
}

/** Where a list leads to: the address of the first thing in it. */
export async function firstIn(page: Page, list: string, prefix: string): Promise<string> {
  await page.goto(list);
  const link = page.locator(`a[href^="${prefix}"]`).first();
  await link.waitFor({ timeout: 60_000 });
  return (await link.getAttribute("href")) ?? "";
}

/**
 * Opens a page and looks at it in both themes and sizes: no violation of WCAG 2.2 AA or of a best practice, a picture of each, and
 * nothing that scrolls sideways on the narrowest screen.
 */
export async function lookAt(page: Page, name: string, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize(SIZES.desktop);
  await page.goto(path);
  await waitForKeys(page);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await waitForRest(page);
      const look = `${name}-${colorScheme}-${size}`;
      await page.screenshot({ path: join(PICTURES, `${look}.png`), fullPage: true });
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .withTags(RULES)
        .analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
      expect(found, look).toEqual([]);
    }
  }
  await page.setViewportSize({ width: NARROWEST_PX, height: SIZES.phone.height });
  await waitForRest(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${name} scrolls sideways at ${NARROWEST_PX} px`).toBeLessThanOrEqual(NARROWEST_PX);
}

/** `/cards/[id]` → `cards-id` */
export function nameOf(pattern: string): string {
  return pattern.replace(/[[\]]/g, "").split("/").filter(Boolean).join("-") || "overview";
}

/** What Create User takes, for somebody whom the sandbox leaves to the hosted page. */
export function newUser() {
  return {
    firstName: "Ngozi",
    lastName: "Okonkwo",
    email: `${randomUUID()}@example.com`,
    phoneNumber: "+2348031234567",
    accountPurpose: "Travel",
    ipAddress: "102.89.34.10",
    isTermsOfServiceAccepted: true,
    program: "custodial",
    address: "14 Marina Road",
    city: "Lagos",
    region: "Lagos",
    postalCode: "101241",
    countryCode: "NG",
  };
}
