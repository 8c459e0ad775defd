import { expect, test, vi } from "vitest";
import { beforeExit, finishBeforeExit } from "./before-exit";

test("registered work is awaited; a failure or endless work prevents neither the last work nor the exit", async () => {
  const first = Promise.withResolvers<void>();
  const ended = vi.fn();
  beforeExit(() => first.promise);
  beforeExit(() => Promise.reject(new Error("no database")));
  const finishing = finishBeforeExit().then(ended);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ended).not.toHaveBeenCalled();
  first.resolve();
  await finishing;

  const last = vi.fn(async () => undefined);
  beforeExit(last, { isLast: true });
  beforeExit(() => new Promise(() => undefined));
  await finishBeforeExit(10);
  expect(last).toHaveBeenCalledTimes(1);
});
