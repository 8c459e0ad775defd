import { type Browser, expect, type Locator, type Page } from "@playwright/test";

/**
 * Until every button of the page answers. What is clicked or pressed before that is lost, and
 * nobody is as quick as a journey on a machine that has much to do.
 */
export async function waitForLife(page: Page): Promise<void> {
  // Begun anew on the next page when this one leads on to another.
  await page.waitForFunction(async () => {
    const isAlive = [...document.querySelectorAll("button")].every((button) =>
      Object.keys(button).some((key) => key.startsWith("__reactProps")),
    );
    if (!isAlive) return false;
    // Keys are listened to a moment later: when all of the page that was drawn has come to rest.
    await new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }));
    return true;
  });
}

/** Until the page also listens to keys, which it learns to when everything else is there. */
export async function waitForKeys(page: Page): Promise<void> {
  await waitForLife(page);
  await page.waitForLoadState("networkidle");
}

/** Clicks until it has its effect, as a person does on a page that has only just come. */
export async function clickUntil(button: Locator, effect: Locator): Promise<void> {
  await expect(async () => {
    if (!(await effect.isVisible())) await button.click();
    await expect(effect).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
}

/** Chooses until it has its effect: what was chosen before the page lived is put back. */
export async function selectUntil(select: Locator, option: string, effect: Locator): Promise<void> {
  await expect(async () => {
    if (!(await effect.isVisible())) await select.selectOption(option);
    await expect(effect).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
}

/** Longer than anything on a page moves. */
const REST_MS = 10_000;

/**
 * Until nothing moves or changes its colour any more, but for what does so without end. A browser that draws nothing for a
 * while ends no animation either: after `REST_MS` the page is looked at as it is.
 */
export async function waitForRest(page: Page): Promise<void> {
  await page.evaluate(async (restMs) => {
    const comeToRest = async () => {
      // What was just changed is drawn, and what that sets going has begun, by the second frame.
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

/** The page, whose `goto` and `reload` come back when it lives. */
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

/** A page in a browser of somebody else's. */
export async function openElsewhere(browser: Browser, baseUrl: string): Promise<Page> {
  return whenLiving(await (await browser.newContext({ baseURL: baseUrl })).newPage());
}
