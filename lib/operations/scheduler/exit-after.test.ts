import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "@/test/eventually";
import { exitAfter } from "./exit-after";

const original = process.exit;
afterEach(() => {
  process.exit = original;
});

function stubExit() {
  const exit = vi.fn();
  process.exit = exit as unknown as typeof process.exit;
  return exit;
}

test("the process ends with its code once what waits is finished", async () => {
  const exit = stubExit();
  const finished = Promise.withResolvers<void>();
  exitAfter(() => finished.promise);
  process.exit(143);
  await Promise.resolve();
  expect(exit).not.toHaveBeenCalled();
  finished.resolve();
  await eventually(() => expect(exit).toHaveBeenCalledWith(143));
});

test("a failure does not keep it, nor does what never ends", async () => {
  const failed = stubExit();
  exitAfter(() => Promise.reject(new Error("no database")));
  process.exit(1);
  await eventually(() => expect(failed).toHaveBeenCalledWith(1));

  const hung = stubExit();
  exitAfter(() => new Promise(() => {}), 10);
  process.exit(0);
  await eventually(() => expect(hung).toHaveBeenCalledWith(0));
});
