import { type Browser, expect, type Locator, type Page } from "@playwright/test";

interface Fiber {
  memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** The pause between two looks at a page that is not hydrated yet. */
const LOOK_MS = 50;

/**
 * Waits until React has hydrated the whole page. Clicks and key presses before that are lost; only a journey on a busy
 * machine is that fast. The properties that React adds to elements are no proof: React adds them while it renders, and
 * may start again before the page listens.
 */
export async function waitForLife(page: Page): Promise<void> {
  // Playwright restarts this function after a navigation. It must not be async: Playwright takes a promise for `true`.
  const isLiving = () => {
    if (document.readyState !== "complete") return false;
    // A page of another site has nothing to hydrate.
    if (!document.querySelector('script[src*="/_next/"]')) return true;
    const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
    const container = key && (document as unknown as Record<string, { stateNode: unknown }>)[key];
    if (!container) return false;
    const { current } = container.stateNode as { current: Fiber };
    if (current.memoizedState?.isDehydrated) return false;
    const waiting: (Fiber | null)[] = [current];
    while (waiting.length > 0) {
      const fiber = waiting.pop();
      if (!fiber) continue;
      // A boundary of Suspense whose HTML still waits for its turn.
      if (fiber.memoizedState?.dehydrated) return false;
      waiting.push(fiber.child, fiber.sibling);
    }
    // The listeners for keys are added a moment later, when the browser is idle.
    const rest = window as unknown as { hasRested?: boolean };
    if (rest.hasRested === undefined) {
      rest.hasRested = false;
      requestIdleCallback(
        () => {
          rest.hasRested = true;
        },
        { timeout: 1_000 },
      );
    }
    return rest.hasRested;
  };
  // Not at each frame: a browser may not draw a page that is behind another.
  await page.waitForFunction(isLiving, undefined, { polling: LOOK_MS });
}

/**
 * Expects the page to arrive at a URL by a step of its own, such as a sign-in that loads the next page, and waits until
 * that page is hydrated. The URL changes before the new page has loaded.
 */
export async function expectToOpen(page: Page, url: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(url);
  await waitForLife(page);
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
    await expect(effect).toBeVisible({ timeout: 15_000 });
  }).toPass();
}

/** Selects until the effect is visible: hydration resets what was selected before. */
export async function selectUntil(select: Locator, option: string, effect: Locator): Promise<void> {
  await expect(async () => {
    if (!(await effect.isVisible())) await select.selectOption(option);
    await expect(effect).toBeVisible({ timeout: 15_000 });
  }).toPass();
}

/** Longer than any animation on a page. */
const REST_MS = 10_000;

/**
 * Waits until all finite animations and transitions have ended. A browser that renders nothing for a while does not end
 * animations either, so the wait ends after `REST_MS` at the latest.
 */
export async function waitForRest(page: Page): Promise<void> {
  await page.evaluate(async (restMs) => {
    const isEnding = ({ effect, playState }: Animation) =>
      playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    const comeToRest = async () => {
      // The end of one animation may start others, as of an element that inherits the color of another one.
      for (let ending: Animation[] | undefined; ending?.length !== 0; ) {
        // By the second frame, the latest changes are rendered and their animations have started.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
        ending = document.getAnimations().filter(isEnding);
        await Promise.allSettled(ending.map(({ finished }) => finished));
      }
    };
    await Promise.race([comeToRest(), new Promise((done) => setTimeout(done, restMs))]);
  }, REST_MS);
}

/**
 * Ends the session without a sign-out, as when it expires. An open page would notice and go to the sign-in page by itself, which
 * aborts the next navigation.
 */
export async function dropSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
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
