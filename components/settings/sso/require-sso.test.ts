import { beforeEach, expect, test, vi } from "vitest";
import { propsOf, render, unmount } from "@/test/rendered";
import type { Sso } from "./queries";
import { RequireSso } from "./require-sso";

interface Options {
  input: (values: { password: string }) => { body: { isOnly: boolean } };
  beforeSend?: (values: { password: string }) => boolean;
  onDone: () => void;
}

let options: Options;
let password = "";
let isBusy = false;
vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
}));
vi.mock("@/lib/api/client/form/use-contract-form", () => ({
  useContractForm: (_: string, given: Options) => {
    options = given;
    const reset = (values: { password: string }) => {
      password = values.password;
    };
    return { values: { password }, isBusy, reset, field: () => ({}) };
  },
}));
vi.mock("./use-fresh-sso", () => ({ useFreshSso: () => false }));
vi.mock("@/components/ui/toaster", () => ({ toast: vi.fn() }));

beforeEach(() => {
  unmount();
  password = "";
  isBusy = false;
});

const shown = (isOnly: boolean) =>
  render(() => RequireSso({ sso: { isOnly, people: [] } as unknown as Sso }));
const refusal = (isOnly: boolean) =>
  propsOf(shown(isOnly), ({ title }) => title === "The setting changed meanwhile");
/** Presses the button; returns what is sent. */
function press(isOnly: boolean): { isOnly: boolean } | undefined {
  shown(isOnly);
  const values = { password };
  return options.beforeSend?.(values) ? undefined : options.input(values).body;
}
const type = (isOnly: boolean) => {
  shown(isOnly);
  password = "correct horse";
  shown(isOnly);
};

test("what another person changes while the password is typed is not set back", () => {
  type(false);
  expect(press(true)).toBeUndefined();
  expect(refusal(true)).toMatchObject({ isLive: true });
  expect(password).toBe("");
  // The person has read what is so now.
  type(true);
  expect(press(true)).toMatchObject({ isOnly: false });
  expect(() => refusal(true)).toThrow();
});

test("the own change is not refused when it is shown before its response has arrived", () => {
  type(false);
  expect(press(false)).toMatchObject({ isOnly: true });
  isBusy = true;
  shown(true);
  options.onDone();
  isBusy = false;
  expect(() => refusal(true)).toThrow();
  type(true);
  expect(press(true)).toMatchObject({ isOnly: false });
});
