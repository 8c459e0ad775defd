import { vi } from "vitest";

/** Answers nothing until the request is aborted, as a connection that was lost without notice. */
const silent = (_: unknown, { signal }: RequestInit = {}) =>
  new Promise<Response>((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    else signal?.addEventListener("abort", () => reject(signal.reason));
  });

/** Lets every request wait for a response that never comes, and every time limit end at once. Undo it after the test. */
export function silenceFetch(): void {
  vi.stubGlobal("fetch", silent);
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
}
