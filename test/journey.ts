import { test as base } from "@playwright/test";
import { type StartedService, startService } from "./start-service.ts";

const startTimeoutMs = 10 * 60_000;

/**
 * Playwright's `test` with the real service under it: one per worker, started before its first
 * journey and stopped after its last. `page.goto("/")` goes there; `service.demo` has the logins.
 */
export const test = base.extend<{ baseURL: string }, { service: StartedService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: startTimeoutMs },
  ],
  baseURL: ({ service }, use) => use(service.baseUrl),
});

export { expect } from "@playwright/test";
