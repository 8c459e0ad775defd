import { beforeEach, expect, test, vi } from "vitest";
import { render, unmount } from "@/test/rendered";
import { useSavedForm } from "./use-saved-form";

interface Values {
  publicName: string;
}

let values: Values | undefined;
let beforeSend: (values: Values) => boolean;
vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
  useEffect: (run: () => void) => run(),
  useEffectEvent: (run: () => void) => run,
}));
vi.mock("./use-contract-form", () => ({
  useContractForm: (_: string, options: { initial: Values; beforeSend: typeof beforeSend }) => {
    values ??= options.initial;
    beforeSend = options.beforeSend;
    const reset = (next: Values) => {
      values = next;
    };
    return { values, reset };
  },
}));

beforeEach(() => {
  unmount();
  values = undefined;
});

/** Renders the form while this name is saved; returns whether its button would send the values. */
function show(publicName: string): boolean {
  const saved = { publicName };
  const input = (typed: Values) => ({ body: { publicName: typed.publicName.trim() } }) as never;
  const options = { saved, input, onUnchanged: () => {}, onDone: () => {} };
  render(() => {
    return useSavedForm<"setPublicName", Values>("setPublicName", options) as never;
  });
  return values !== undefined && !beforeSend(values);
}

test("a form that nobody typed in shows what another owner saved, and sends nothing", () => {
  expect(show("Northwind")).toBe(false);
  expect(show("Southwind")).toBe(false);
  expect(values).toEqual({ publicName: "Southwind" });
});

test("what was typed stays and is sent, and after it was saved the form follows again", () => {
  show("Northwind");
  values = { publicName: "Eastwind" };
  expect(show("Southwind")).toBe(true);
  expect(values).toEqual({ publicName: "Eastwind" });
  expect(show("Eastwind")).toBe(false);
  expect(show("Westwind")).toBe(false);
  expect(values).toEqual({ publicName: "Westwind" });
});

test("a form whose value was saved without its blanks follows again, too", () => {
  show("Northwind");
  values = { publicName: "Eastwind " };
  expect(show("Northwind")).toBe(true);
  expect(show("Eastwind")).toBe(false);
  expect(show("Westwind")).toBe(false);
  expect(values).toEqual({ publicName: "Westwind" });
});
