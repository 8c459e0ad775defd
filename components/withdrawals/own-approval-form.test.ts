import { beforeEach, expect, test, vi } from "vitest";
import { render, unmount } from "@/test/rendered";
import { OwnApprovalForm } from "./own-approval-form";

interface Values {
  above: string;
  password: string;
}

let values: Values | undefined;
vi.mock("react", async (original) => ({
  ...(await original<object>()),
  ...(await import("@/test/rendered")).hooks,
  useEffect: (run: () => void) => run(),
  useEffectEvent: (run: () => void) => run,
}));
vi.mock("@/lib/api/client/form/use-contract-form", () => ({
  useContractForm: (_: string, { initial }: { initial: Values }) => {
    values ??= initial;
    const set = (name: string, value: string) => {
      values = { ...initial, ...values, [name]: value };
    };
    return { values, set, field: () => ({}) };
  },
}));

beforeEach(() => {
  unmount();
  values = undefined;
});

/** Renders the form while this rule is saved, and returns the amount that it would send. */
function shown(above: number | null): string | undefined {
  render(() => OwnApprovalForm({ above, onClose() {} }));
  return values?.above;
}

test("an amount that was only read follows the rule of another owner", () => {
  expect(shown(1_000)).toBe("1000");
  expect(shown(100)).toBe("100");
  expect(shown(null)).toBe("");
});

test("a typed amount stays, and so does the password", () => {
  shown(1_000);
  values = { above: "500", password: "secret" };
  expect(shown(100)).toBe("500");
  values = { above: "100", password: "secret" };
  expect(shown(50)).toBe("50");
  expect(values).toMatchObject({ password: "secret" });
});
