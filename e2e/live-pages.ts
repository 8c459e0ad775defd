import type { BrowserContext, Page } from "@playwright/test";
import { signIn } from "./dashboard-pages.ts";

/** Disables the polling every 10 s, so that changes can only come through the stream. */
export async function stopPolling(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const start = window.setInterval.bind(window);
    window.setInterval = ((act: () => void, everyMs: number) =>
      everyMs === 10_000 ? 0 : start(act, everyMs)) as typeof window.setInterval;
  });
}

/** Signs in and waits until the stream of change notices is open. */
export async function signInLive(
  page: Page,
  login: { email: string; password: string },
  path: string,
): Promise<void> {
  const opened = page.waitForResponse(
    (response) => response.url().endsWith("/api/v1/partner/live") && response.ok(),
  );
  await signIn(page, login, path);
  await opened;
}
