import { type Browser, expect, type Locator, type Page } from "@playwright/test";

/**
 * Waits until every button of the page is hydrated. Clicks and key presses before that are lost; only a journey on a
 * busy machine is that fast.
 */
export async function waitForLife(page: Page): Promise<void> {
  // Playwright restarts this function after a navigation.
  await page.waitForFunction(async () => {
    const isAlive = [...document.querySelectorAll("button")].every((button) =>
      Object.keys(button).some((key) => key.startsWith("__reactProps")),
    );
    if (!isAlive) return false;
    // The listeners for keys are added a moment later, when the browser is idle.
    await new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }));
    return true;
  });
}

/** Waits until the page also listens to keys, which begins when everything else has loaded. */
export async function waitForKeys(page: Page): Promise<void> {
  await waitForLife(page);
  await page.waitForLoadState("networkidle");
}

/** Clicks until the effect is visible, as a person does on a page that has just loaded. */
export async function clickUntil(button: Locator, effect: Locator): Promise<void> {
  await expect(async () => {
    if (!(await effect.isVisible())) await button.click();
    await expect(effect).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
}

/** Selects until the effect is visible: hydration resets what was selected before. */
export async function selectUntil(select: Locator, option: string, effect: Locator): Promise<void> {
  await expect(async () => {
    if (!(await effect.isVisible())) await select.selectOption(option);
    await expect(effect).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
}

/** Longer than any animation on a page. */
const REST_MS = 10_000;

/**
 * Waits until all finite animations and transitions have ended. A browser that renders nothing for a while does not end
 * animations either, so the wait ends after `REST_MS` at the latest.
 */
export async function waitForRest(page: Page): Promise<void> {
  await page.evaluate(async (restMs) => {
    const comeToRest = async () => {
      // By the second frame, the latest changes are rendered and their animations have started.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const ending = document.getAnimations().filter(({ effect }) => {
        const { endTime } = effect?.getComputedTiming() ?? {};
        return endTime !== Number.POSITIVE_INFINITY;
      });
      await Promise.allSettled(ending.map(({ finished }) => finished));
    };
    await Promise.race([comeToRest(), new Promise((done) => setTimeout(done, restMs))]);
  }, REST_MS);
}

/** Returns the page with `goto` and `reload` that wait until it is hydrated. */
export function whenLiving(page: Page): Page {
  for (const verb of ["goto", "reload"] as const) {
    const bare = page[verb].bind(page) as Page["goto"];
    page[verb] = async (...given: Parameters<Page["goto"]>) => {
      const response = await bare(...given);
      await waitForLife(page);
      return response;
    };
  }
  return page;
}

/** Opens a page in a separate browser context, as another person's browser. */
export async function openElsewhere(browser: Browser, baseUrl: string): Promise<Page> {
  return whenLiving(await (await browser.newContext({ baseURL: baseUrl })).newPage());
}
