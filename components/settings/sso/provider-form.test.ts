import { beforeEach, expect, test, vi } from "vitest";
import { render, unmount } from "@/test/rendered";
import { ProviderForm } from "./provider-form";
import type { ProviderValues } from "./provider-values";
import type { Sso } from "./queries";

interface Options {
  initial: ProviderValues;
  input: (values: ProviderValues) => { body: { version: string | null; roleRules: unknown[] } };
  beforeSend: (values: ProviderValues) => boolean;
}

let options: Options;
let values: ProviderValues | undefined;
let failure: { code: string } | undefined;
let effects: (() => void)[] = [];
vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
  useEffect: (run: () => void) => void effects.push(run),
  useEffectEvent: (run: () => void) => run,
}));
vi.mock("@/lib/api/client/form/use-contract-form", () => ({
  useContractForm: (_: string, given: Options) => {
    options = given;
    values ??= given.initial;
    const reset = (next: ProviderValues) => {
      values = next;
    };
    const clearFailure = () => {
      failure = undefined;
    };
    return { values, failure, reset, clearFailure, field: () => ({}) };
  },
}));
vi.mock("./use-fresh-sso", () => ({
  useFreshSso: (of: typeof failure) => of?.code === "SSO_CHANGED",
}));
vi.mock("@/components/ui/toaster", () => ({ toast: vi.fn() }));

beforeEach(() => {
  unmount();
  values = undefined;
  failure = undefined;
});

const sso = (version: string, role: string) =>
  ({
    connection: {
      ...{ issuer: "https://login.example", clientId: "cards", roleClaim: "groups", version },
      roleRules: [{ value: "contractors", role }],
    },
  }) as unknown as Sso;

/** Renders the form, and runs its effects. */
function show(data: Sso) {
  effects = [];
  render(() => ProviderForm({ sso: data }));
  for (const run of effects) run();
}

/** Types into the form; returns whether its button would send the values, and with which version. */
function typed(fields: Partial<ProviderValues>) {
  const next = { ...(values ?? options.initial), ...fields };
  values = next;
  return !options.beforeSend(next) && options.input(next).body.version;
}

test("a save after this page required single sign-on is sent at once: nothing in the form changed", () => {
  show(sso("1", "owner"));
  show(sso("2", "owner"));
  expect(typed({ clientId: "cards-2", password: "typed" })).toBe("2");
});

test("a save after another owner changed the rules is not sent", () => {
  show(sso("1", "owner"));
  show(sso("2", "viewer"));
  expect(typed({ clientId: "cards-2", password: "typed" })).toBe(false);
  expect(values).toMatchObject({ clientId: "cards-2", roleRules: "contractors = viewer" });
});

test("a save that only the service refused shows what the other owner saved, and keeps what was typed", () => {
  const read = sso("1", "owner");
  show(read);
  expect(typed({ clientSecret: "new", password: "typed" })).toBe("1");
  failure = { code: "SSO_CHANGED" };
  show(read);
  expect(values).toMatchObject({ roleRules: "contractors = owner", password: "typed" });
  show(sso("2", "viewer"));
  expect(values).toMatchObject({
    ...{ roleRules: "contractors = viewer", clientSecret: "new", password: "" },
  });
  expect(failure).toBeUndefined();
  show(sso("2", "viewer"));
  expect(typed({})).toBe("2");
});
