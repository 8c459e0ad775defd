import { cp } from "node:fs/promises";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { whenLiving } from "./living-page.ts";
import { type StartedService, startService } from "./start-service.ts";

const startTimeoutMs = 10 * 60_000;

/** Whether a console message reports a violation of the Content Security Policy. */
const isRefused = (message: string) => message.includes("Content Security Policy");
/** Whether an error is React's report of a hydration mismatch. */
const isDrawing = (message: string) => /Minified React error|[Hh]ydrat/.test(message);

/**
 * Playwright's `test` with the real service as a fixture: one per worker, started before its first journey and stopped
 * after its last. `page.goto("/")` opens the service; `service.demo` has the logins. A journey fails if a page hydrates
 * with a mismatch or violates its Content Security Policy.
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
  page: async ({ page, service }, use, testInfo) => {
    const faults: string[] = [];
    const refused: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (message) => refused.push(message.text()));
    await use(whenLiving(page));
    // A failed journey keeps the logs of the service.
    if (testInfo.status !== testInfo.expectedStatus)
      await cp(join(service.dataDir, "logs"), testInfo.outputPath("logs"), { recursive: true });
    expect(faults.filter(isDrawing), "the browser drew another page than the server").toEqual([]);
    expect(refused.filter(isRefused), "the page does what its policy forbids").toEqual([]);
  },
});

export { expect };
